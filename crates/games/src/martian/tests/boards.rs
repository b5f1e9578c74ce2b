//! The boards: rays as the page works them out, routes, and what holds of all rays.

use std::collections::BTreeSet;

use super::super::*;
use crate::{
    martian::{geometry::Line, tables::Board},
    testkit::{data, lines},
};

fn form(n: &str) -> Form {
    Form::wedge(n.parse().unwrap(), false).unwrap()
}

#[test]
fn worked_rays_of_section_3() {
    let mut n = 0;
    for line in lines(data!("martian/rays.txt")) {
        let (head, rays) = line.split_once(": ").unwrap();
        let words: Vec<&str> = head.split(' ').collect();
        let kind = if words[3] == "straight" { Line::Straight } else { Line::Diagonal };
        let found: BTreeSet<String> = form(words[0])
            .rays(Cell::parse(words[1]).unwrap(), kind)
            .iter()
            .map(|ray| ray.iter().map(Cell::to_string).collect::<Vec<_>>().join(" "))
            .collect();
        match rays {
            "-" => assert_eq!(found.len(), 3, "{line}"),
            _ => assert!(rays.split(" & ").all(|ray| found.contains(ray)), "{line}: {found:?}"),
        }
        n += 1;
    }
    assert_eq!(n, 30);
}

/// The cells of all rays from a cell, each as often as it is passed.
fn passed(form: Form, from: Cell) -> Vec<Cell> {
    let mut all = Vec::new();
    for line in Line::ALL {
        let rays = form.rays(from, line);
        all.extend(rays.iter().flatten().collect::<BTreeSet<_>>());
    }
    all
}

#[test]
fn two_routes_exist_with_three_zones_only() {
    let listed: BTreeSet<(String, String)> = lines(data!("martian/routes.txt"))
        .filter_map(|line| line.split_once(' '))
        .map(|(from, to)| (from.to_owned(), to.to_owned()))
        .collect();
    for form in Form::ALL {
        let mut twice = BTreeSet::new();
        for from in form.cells() {
            let cells = passed(form, from);
            for to in cells.iter().filter(|to| cells.iter().filter(|at| at == to).count() > 1) {
                twice.insert((from.to_string(), to.to_string()));
            }
        }
        if form == Form::Wedge3 {
            assert_eq!(twice.len(), 36);
            let of_a = twice.into_iter().filter(|(from, _)| from.starts_with('A')).collect();
            assert_eq!(listed, of_a);
        } else {
            assert!(twice.is_empty(), "{form:?}: {twice:?}");
        }
    }
}

/// 7 of section 13.1, and the last lines of section 3.3.
#[test]
fn rays_are_the_same_both_ways() {
    for form in Form::ALL {
        for from in form.cells() {
            for line in Line::ALL {
                for ray in form.rays(from, line) {
                    let distinct: BTreeSet<Cell> = ray.iter().copied().collect();
                    assert!(distinct.len() == ray.len() && !distinct.contains(&from));
                    let mut zones: Vec<u8> = ray.iter().map(|at| form.zone_of(*at)).collect();
                    zones.insert(0, form.zone_of(from));
                    zones.dedup();
                    let visited: BTreeSet<u8> = zones.iter().copied().collect();
                    assert!(visited.len() == zones.len() && zones.len() <= 3);
                    for to in &ray {
                        let back = form.rays(*to, line);
                        assert!(
                            back.iter().flatten().any(|at| *at == from),
                            "{form:?} {from} {to}"
                        );
                    }
                }
            }
        }
    }
}

/// Moves of more than one step get an arrow by the distance of their ends.
#[test]
fn the_second_cell_of_a_ray_is_two_steps_away() {
    for form in Form::ALL {
        let board = Board::of(form);
        for from in form.cells() {
            for ray in Line::ALL.into_iter().flat_map(|line| form.rays(from, line)) {
                for (n, to) in (1_u8..).zip(&ray) {
                    let distance = board.distance(from, *to);
                    assert!(
                        if n == 1 { distance == 1 } else { distance > 1 },
                        "{form:?} {from} {to}"
                    );
                }
            }
        }
    }
}

#[test]
fn names_read_back() {
    for form in Form::ALL {
        let names: Vec<String> = form.cells().map(|cell| cell.to_string()).collect();
        assert!(names.is_sorted_by(|a, b| a < b));
        assert_eq!(names.len(), form.n_cells());
        assert!(form.cells().all(|cell| Cell::parse(&cell.to_string()) == Some(cell)));
        assert!(form.cells().all(|cell| form.contains(cell)));
    }
    for wrong in ["", "a", "a0", "a9", "i1", "A1", "a11", "A01", "A15", "G11", "A111", "é1"] {
        assert_eq!(Cell::parse(wrong), None, "{wrong}");
    }
    assert!(!Form::Narrow.contains(Cell::parse("e1").unwrap()));
    assert!(!Form::Square.contains(Cell::parse("A11").unwrap()));
    assert!(!Form::Wedge5.contains(Cell::parse("F11").unwrap()));
}
