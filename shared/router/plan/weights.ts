/** How the likeness of a goal to an outcome (intents/likeness.ts) counts beside its phrases. */
export const LIKENESS = {
  /** How much the nearest wordings count beside all words of an outcome together, for a goal as a whole and for a part. */
  nearest: 0.25,
  nearestInPart: 0.5,
  /** What it adds to the rank of an outcome that phrases ask for. */
  rank: 1.1,
  /** What an outcome scores that no phrase asks for: this, and its likeness. */
  alone: 0.2,
  /** From here an outcome leads the part of the goal that it is most like. */
  lead: 0.35,
  /** What an outcome that leads a part has to score to be a further wish. */
  leadFloor: 0.62,
  /** A further wish that is less like the part of the goal that asks for it is a chance of words. */
  further: 0.12,
  /** So is one that is this much less like that part than another outcome is. */
  furtherShare: 0.4,
  /** What is said after something that no outcome does has to be this much like an outcome. */
  afterAct: 0.2,
  /** What an outcome that no phrase asks for is ranked lower. */
  unsaid: 0.12,
} as const
