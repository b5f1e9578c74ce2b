//! Steps that follow once an answer is out.

use std::{
    fmt,
    sync::{
        Arc, Mutex, PoisonError, Weak,
        atomic::{AtomicIsize, Ordering},
    },
};

/// The receipt of an answer that is kept nowhere. Its copies go with the answer, and what follows is done when the
/// last one is dropped. Who drops answers that are not out, as an adapter does that is ended, says of each which it
/// [`awaits`](Receipt::awaits) and when it is [`out`](Receipt::out): otherwise nothing follows.
#[derive(Clone)]
pub struct Receipt(Arc<Following>);

/// A receipt that does not keep what follows from being done.
#[derive(Clone, Debug, Default)]
pub struct WeakReceipt(Weak<Following>);

struct Following {
    all: Mutex<Vec<Box<dyn FnOnce() + Send>>>,
    /// How many answers have still to be out.
    awaited: AtomicIsize,
}

impl Receipt {
    /// A receipt after which this is done.
    #[must_use]
    pub fn new(then: impl FnOnce() + Send + 'static) -> Self {
        let all: Vec<Box<dyn FnOnce() + Send>> = vec![Box::new(then)];
        Self(Arc::new(Following { all: Mutex::new(all), awaited: AtomicIsize::new(0) }))
    }

    /// There is one more answer of which is said when it is out.
    pub fn awaits(&self) {
        self.0.awaited.fetch_add(1, Ordering::Relaxed);
    }

    /// The platform has an answer, has refused it, or it is too old to be sent.
    pub fn out(&self) {
        self.0.awaited.fetch_sub(1, Ordering::Relaxed);
    }

    /// The same without keeping anything from being done.
    #[must_use]
    pub fn downgrade(&self) -> WeakReceipt {
        WeakReceipt(Arc::downgrade(&self.0))
    }
}

impl WeakReceipt {
    /// Lets this follow, too; at once if the answer is out.
    pub fn then(&self, then: impl FnOnce() + Send + 'static) {
        match self.0.upgrade() {
            Some(following) => {
                following.all.lock().unwrap_or_else(PoisonError::into_inner).push(Box::new(then));
            }
            None => then(),
        }
    }
}

impl Drop for Following {
    fn drop(&mut self) {
        if *self.awaited.get_mut() <= 0 {
            let all = self.all.get_mut().unwrap_or_else(PoisonError::into_inner);
            std::mem::take(all).into_iter().for_each(|then| then());
        }
    }
}

impl fmt::Debug for Receipt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Receipt")
    }
}

impl fmt::Debug for Following {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Following")
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    #[test]
    fn what_follows_waits_for_the_last_copy() {
        let (tell, told) = mpsc::channel();
        let say = |word: &'static str| {
            let tell = tell.clone();
            move || tell.send(word).unwrap()
        };
        let receipt = Receipt::new(say("one"));
        let (copy, weak) = (receipt.clone(), receipt.downgrade());
        weak.then(say("two"));
        drop(receipt);
        assert!(told.try_recv().is_err());
        drop(copy);
        weak.then(say("three"));
        assert_eq!(told.try_iter().collect::<Vec<_>>(), ["one", "two", "three"]);

        for is_out in [false, true] {
            let receipt = Receipt::new(say("out"));
            receipt.awaits();
            if is_out {
                receipt.out();
            }
            drop(receipt);
            assert_eq!(told.try_recv().is_ok(), is_out);
        }
    }
}
