//! Coherency: models of a unit as a graph of those near enough to each other.

use super::{Body, Length};

/// What a system asks of a unit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CoherencyRules {
    /// How far two linked models may be apart: in plan if `vertical` is given, in space otherwise.
    pub reach: Length,
    /// How far they may be apart in height.
    pub vertical: Option<Length>,
    /// Whether the lower of two models is measured from all of its height and not from its base alone.
    pub from_top: bool,
    /// How many links each model needs, by unit size: the last entry whose size is reached holds. Sizes rise.
    pub neighbours: Vec<(usize, usize)>,
    /// Whether all models must hang together.
    pub one_group: bool,
}

impl CoherencyRules {
    /// Each model within `reach` of another one in space, and all in one chain.
    pub fn chain(reach: Length) -> Self {
        Self { reach, vertical: None, from_top: false, neighbours: vec![(2, 1)], one_group: true }
    }

    /// How many links each model of a unit of this size needs.
    pub fn needed(&self, size: usize) -> usize {
        let reached = self.neighbours.iter().rev().find(|(from, _)| size >= *from);
        reached.map_or(0, |(_, needed)| *needed)
    }

    /// Whether two models are linked.
    pub fn linked(&self, a: &Body, b: &Body) -> bool {
        match self.vertical {
            Some(vertical) => a.within_split(b, self.reach, vertical),
            None if self.from_top => a.within_from_top(b, self.reach),
            None => a.within(b, self.reach),
        }
    }

    /// The graph of a unit.
    pub fn check(&self, models: &[&Body]) -> Coherency {
        self.check_by(models.len(), |i, j| self.linked(models[i], models[j]))
    }

    /// The graph of a unit whose links are found otherwise, for systems where models reach differently far.
    pub fn check_by(&self, size: usize, linked: impl Fn(usize, usize) -> bool) -> Coherency {
        let mut links = Vec::new();
        let mut degree = vec![0; size];
        let mut group: Vec<usize> = (0..size).collect();
        for i in 0..size {
            for j in i + 1..size {
                if linked(i, j) {
                    links.push((i, j));
                    degree[i] += 1;
                    degree[j] += 1;
                    let (from, to) = (group[i].max(group[j]), group[i].min(group[j]));
                    if from != to {
                        group.iter_mut().filter(|own| **own == from).for_each(|own| *own = to);
                    }
                }
            }
        }
        let needed = self.needed(size);
        let lonely: Vec<usize> = (0..size).filter(|i| degree[*i] < needed).collect();
        let split = self.one_group && group.iter().any(|own| *own != 0);
        Coherency { coherent: lonely.is_empty() && !split, links, lonely, group }
    }
}

/// How a unit hangs together. Models are numbered as they were handed in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Coherency {
    /// Whether all demands are met.
    pub coherent: bool,
    /// Pairs near enough to each other.
    pub links: Vec<(usize, usize)>,
    /// Models with too few links.
    pub lonely: Vec<usize>,
    /// By model, the lowest number of the models it hangs together with.
    pub group: Vec<usize>,
}

impl Coherency {
    /// The models of the largest group that hangs together; of equals, the one with the lowest number.
    pub fn main_group(&self) -> Vec<usize> {
        let size = |of: usize| self.group.iter().filter(|own| **own == of).count();
        let best = (0..self.group.len()).max_by_key(|own| (size(*own), std::cmp::Reverse(*own)));
        (0..self.group.len()).filter(|model| Some(self.group[*model]) == best).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Form, Point, Pose};
    use super::*;

    fn squad(places: &[(i32, i32)]) -> Vec<Body> {
        let form = Form::on_round_base(Length::mm(32), Length::tenths(16));
        places.iter().map(|(x, y)| form.body(Pose::at(Point { x: *x, y: *y }))).collect()
    }

    fn check(rules: &CoherencyRules, places: &[(i32, i32)]) -> Coherency {
        let bodies = squad(places);
        rules.check(&bodies.iter().collect::<Vec<_>>())
    }

    /// Two inches between 32 mm bases.
    const STEP: i32 = 5_080 + 3_200;

    fn rules() -> CoherencyRules {
        CoherencyRules {
            reach: Length::inches(2),
            vertical: Some(Length::inches(5)),
            from_top: false,
            neighbours: vec![(2, 1), (6, 2)],
            one_group: true,
        }
    }

    #[test]
    fn five_in_a_line_but_not_six() {
        let line: Vec<_> = (0..6).map(|i| (i * STEP, 0)).collect();
        assert!(check(&rules(), &line[..5]).coherent);
        let six = check(&rules(), &line);
        assert!(!six.coherent);
        assert_eq!(six.lonely, [0, 5], "the ends have one neighbour each");
    }

    #[test]
    fn one_hundredth_too_far() {
        assert!(check(&rules(), &[(0, 0), (STEP, 0)]).coherent);
        assert!(!check(&rules(), &[(0, 0), (STEP + 1, 0)]).coherent);
    }

    #[test]
    fn two_pairs_are_not_one_group() {
        let apart = check(&rules(), &[(0, 0), (STEP, 0), (90_000, 0), (90_000 + STEP, 0)]);
        assert!(!apart.coherent && apart.lonely.is_empty());
        assert_eq!(apart.group, [0, 0, 2, 2]);
        assert_eq!(apart.main_group(), [0, 1]);
    }

    #[test]
    fn one_model_is_always_coherent() {
        assert!(check(&rules(), &[(0, 0)]).coherent);
        assert!(check(&rules(), &[]).coherent);
    }
}
