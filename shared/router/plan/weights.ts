/** How the likeness of a goal to an outcome (intents/likeness.ts) counts beside its phrases. */
export const LIKENESS = {
  /** How much the nearest wordings count beside all words of an outcome together, for a goal as a whole and for a part. */
  nearest: 0.29,
  nearestInPart: 0.7,
  /** What it adds to the rank of an outcome that phrases ask for. */
  rank: 3,
  /** What an outcome scores that no phrase asks for: this, and its likeness. */
  alone: 0.2,
  /** From here an outcome leads the part of the goal that it is most like. */
  lead: 0.35,
  /** What an outcome that leads a part has to score to be a further wish. */
  leadFloor: 0.74,
  /** A further wish that is less like the part of the goal that asks for it is a chance of words. */
  further: 0.12,
  /** So is one that is this much less like that part than another outcome is. */
  furtherShare: 0.4,
  /** The same where its inputs are missing, and where one word says it all. */
  lackingShare: 0.7,
  plainShare: 0.3,
  /** A chosen outcome explains a part of the goal if it is like it by this share of what leads the part. */
  explained: 0.85,
  /** What is said after something that no outcome does has to be this much like an outcome. */
  afterAct: 0.2,
  /** What an outcome that no phrase asks for is ranked lower. */
  unsaid: 0.2,
} as const

/** How much nearer to what no outcome does a goal has to be than to any outcome (refusals.ts). */
export const UNOFFERED = { unsaid: 1.1, said: 1.3, part: 0.9 } as const

/** How much more like an outcome whose inputs are missing a goal has to be than like the chosen one (refusals.ts). */
export const INSTEAD = { unsaid: 1.04, said: 1.9, first: 1.3 } as const

/** What an ordered write has to be like, beside what the goal is most like, and what it scores (ordered-writes.ts). */
export const ORDERED = { floor: 0.25, share: 0.95, score: 0.75, said: 0.9 } as const

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

/** How the form of an input counts for an outcome that takes it (shapes/read-by-shape.ts). */
export const SHAPE = {
  /** A reading that fits less asks for nothing. */
  floor: 0.4,
  /** What an outcome scores that an input fits: this, and a share of how well. */
  base: 0.55,
  fit: 0.25,
  /** What it adds to the rank. */
  rank: 0.9,
  /** What a phrase keeps that rests on names of members alone, however little the input fits. */
  byMembers: 0.7,
  /** From here on an input is surely meant for the outcome it fits. */
  sure: 0.6,
  /** What an outcome is ranked lower that leaves such an input unused: one that only likeness asks for, and one that words do. */
  unused: 0.8,
  unusedSaid: 0.25,
  /** What of that is left for an outcome that takes any text. */
  asText: 0.5,
} as const
