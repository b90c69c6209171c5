import { type Dimension, numberOf, type Quantity } from '../values/quantities.ts'

/** What may follow a number whose unit stands at another one: "keep 1500 of them", "8192 at the outside". */
const GOES_ON =
  /^\s*(?:$|[,;:)]|(?:of (?:them|those|these|that|it)|at|for|is|are|as|or|and|to|when|if|but|in all|altogether|left|free|more|on top|max(?:imum)?|davon|fur|als|oder|und|aber|de (?:ellos|ellas|eux)|para|pour|como|comme|o|y|ou|et)(?![a-z0-9]))/u
/** What names a number rather than counting with it. */
const NAMED =
  /(?:^|[^a-z])(?:version|v|revision|page|seite|pagina|block|port|status|http|step|error|number|nr|no|id|pin|seed|top|first|last)[\s:#.]*$/u

/** The numbers without a unit that are meant in that of the only one there is: "4096 bytes, 8192 at the outside". */
export function inSameUnit(all: readonly Quantity[], text: string, of: readonly (Dimension | null)[]): Quantity[] {
  const measured = all.filter(({ dimension }) => dimension !== null && dimension !== 'times')
  const [first] = measured
  if (first === undefined || !of.includes(first.dimension) || measured.some((one) => one.dimension !== first.dimension))
    return []
  return all
    .filter((one) => one.dimension === null && GOES_ON.test(one.after) && !NAMED.test(one.before))
    .flatMap((one) => {
      const near =
        measured.toSorted((a, b) => Math.abs(a.start - one.start) - Math.abs(b.start - one.start))[0] ?? first
      const written = numberOf(/^[\d.,]*\d|^[a-z]+/u.exec(text.slice(near.start, near.end))?.[0] ?? '')
      return written === undefined || written === 0
        ? []
        : [{ ...one, value: (one.value * near.value) / written, dimension: first.dimension }]
    })
}
