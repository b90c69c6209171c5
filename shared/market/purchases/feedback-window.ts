/** Days after feedback in which its buyer may change it. */
const EDIT_DAYS = 30

/** Whether a buyer may still change feedback that was given at `givenAt`. */
export const mayEditFeedback = (givenAt: Date, now: Date): boolean =>
  now.getTime() - givenAt.getTime() < EDIT_DAYS * 86_400_000
