#!/usr/bin/env python3
"""Recompute the dice of a Martian Cake game. Standard library only; docs/DICE.md tells why.

    verify_dice.py commitment SECRET ID                             of version 1
    verify_dice.py commitment2 SECRET ID GAME OPTIONS SEATS START    of version 2
    verify_dice.py roll SECRET ID NUMBER SALT d8 d4
    verify_dice.py record FILE          the record of a finished game of Lyra
    verify_dice.py vectors              on standard input, again and again: a line
                                        "SECRET ID NUMBER SALT d8 d4" and one each with game,
                                        options, number of seats and start position

Written apart from the program, from the description alone, so that the two can judge each other.
It does not check moves: that is what `martian-cake verify FILE` does.
"""

import hashlib
import hmac
import re
import sys


def commitment(secret, name):
    text = "martian-cake dice 1\n" + name + "\n"
    return hashlib.sha256(text.encode("ascii") + secret).hexdigest()


def commitment2(secret, name, game, options, seats, start):
    lines = ["martian-cake dice 2", name, game, options, str(seats), start]
    text = "".join(line + "\n" for line in lines)
    return hashlib.sha256(text.encode("ascii") + secret).hexdigest()


def stream(secret, name, number, salt):
    block = 0
    while True:
        text = "\n".join([name, str(number), salt, str(block)])
        yield from hmac.new(secret, text.encode("ascii"), hashlib.sha256).digest()
        block += 1


def roll(secret, name, number, salt, dice):
    numbers = stream(secret, name, number, salt)
    faces = []
    for sides in dice:
        limit = sides * (256 // sides)
        byte = next(byte for byte in numbers if byte < limit)
        faces.append(1 + byte % sides)
    return faces


# Lyra, as far as dice need it: who stands where, and what each piece throws.

ATTACK = {"S": 4, "V": 4, "L": 6, "C": 8, "A": 10, "G": 12}
DEFENCE = {"S": 4, "V": 4, "L": 4, "C": 6, "A": 8, "G": 10}
START = "lcgacl/ssssss/6/6/SSSSSS/LCAGCL"
PLY = re.compile(
    r"\d+\. ([a-f][1-6])([-x])([a-f][1-6])(=[LC])?(?:(:[wpl])| \((\d+),(\d+)\)(?: \{([^}]*)\})?)?"
)


def board_of(text):
    board = {}
    for rank, row in zip("654321", text.split("/")):
        file = 0
        for letter in row:
            if letter.isdigit():
                file += int(letter)
            else:
                board["abcdef"[file] + rank] = letter.upper()
                file += 1
    return board


def play(board, start, end, promotion, outcome):
    if outcome != "p":
        piece = board.pop(start)
        if outcome == "w":
            board[end] = promotion[1] if promotion else piece


def verify_record(lines):
    tags = dict(re.match(r'\[(\w+) "(.*)"\]', line).groups() for line in lines if line[:1] == "[")
    if tags["Game"] != "lyra":
        sys.exit("this script knows the dice of Lyra only")
    if "Commitment" not in tags or "Secret" not in tags:
        sys.exit("dice not proven: commitment or secret are missing")
    secret, name = bytes.fromhex(tags["Secret"]), tags["Id"]
    version = tags.get("Dice", "1")
    if version not in ("1", "2"):
        sys.exit("this script knows versions 1 and 2 of the dice")
    start = tags.get("Position", START + " w -/- 0")
    agreed = [tags["Game"], tags.get("Options", ""), 2, start]
    should = commitment(secret, name)
    if version == "2":
        should = commitment2(secret, name, *agreed)
    if should != tags["Commitment"]:
        sys.exit(f"the commitment should be {should}")
    options = tags.get("Options", "").split(",")
    board = board_of(tags.get("Position", START).split(" ")[0])
    number = 0
    for row, line in enumerate(lines, 1):
        ply = PLY.fullmatch(line)
        if not ply:
            continue
        start, kind, end, promotion, mark, attack, defence, salt = ply.groups()
        outcome = "w"
        if kind == "x" and "combat=classic" not in options:
            if mark or not attack or not salt:
                sys.exit(f"line {row}: a fight without roll and salt")
            number += 1
            thrown = [int(attack), int(defence)]
            dice = [ATTACK[board[start]], DEFENCE[board[end]]]
            should = roll(secret, name, number, salt, dice)
            if thrown != should:
                sys.exit(f"line {row}: the roll should be ({should[0]},{should[1]})")
            lost = "l" if "v5=on" in options else "p"
            outcome = "w" if thrown[0] > thrown[1] else "p" if thrown[0] == thrown[1] else lost
        play(board, start, end, promotion, outcome)
    print(f"ok, {number} rolls")


def sides(word):
    return int(word.removeprefix("d"))


def main(words):
    if len(words) == 3 and words[0] == "commitment":
        print(commitment(bytes.fromhex(words[1]), words[2]))
    elif len(words) == 7 and words[0] == "commitment2":
        print(commitment2(bytes.fromhex(words[1]), *words[2:]))
    elif len(words) >= 6 and words[0] == "roll":
        dice = [sides(word) for word in words[5:]]
        print(*roll(bytes.fromhex(words[1]), words[2], int(words[3]), words[4], dice), sep=",")
    elif len(words) == 2 and words[0] == "record":
        with open(words[1], encoding="utf-8") as file:
            verify_record(file.read().splitlines())
    elif words == ["vectors"]:
        for line in sys.stdin:
            secret, name, number, salt, *dice = line.split()
            secret = bytes.fromhex(secret)
            agreed = [next(sys.stdin).rstrip("\n") for _ in range(4)]
            faces = roll(secret, name, int(number), salt, [sides(word) for word in dice])
            commitments = commitment(secret, name), commitment2(secret, name, *agreed)
            print(*commitments, ",".join(map(str, faces)))
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
