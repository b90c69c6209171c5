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

/** How like a part of a goal has to be to an outcome that no phrase asks for (follow-on.ts, providers.ts). */
export const FOLLOW_ON = {
  /** Below this a part asks for nothing. */
  floor: 0.35,
  /** From here on, and as the likest, it may take a text or an address, which many outcomes take. */
  alone: 0.5,
  /** Then no other outcome may be this near it. */
  next: 0.85,
  /** Then the part has to have so many words. */
  words: 3,
  /** What is this much less like the part than the best outcome is not meant. */
  share: 0.75,
  /** What such a wish scores. */
  score: 0.6,
} as const
