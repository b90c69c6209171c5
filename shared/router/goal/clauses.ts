/** Between the parts of a goal that ask for one thing each. */
const BREAK =
  /[,;:.!?]+(?=\s|$)|[\n。，、；！？]+|\b(?:and|then|after that|afterwards|und|dann|danach|anschliessend|y|luego|despues|et|puis|ensuite)\b|然后|接着|并且|そして|それから|その後|して/giu

/** Returns where the parts of a goal begin and end, if it has more than one with words in it. */
export function clausesOf(text: string): { start: number; end: number }[] {
  const clauses: { start: number; end: number }[] = []
  let start = 0
  for (const match of [...text.matchAll(BREAK), { index: text.length, 0: '' }]) {
    if (/\p{L}{2}/u.test(text.slice(start, match.index))) clauses.push({ start, end: match.index })
    start = match.index + match[0].length
  }
  return clauses.length > 1 ? clauses.slice(0, MOST) : []
}

const MOST = 12
