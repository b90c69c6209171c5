/** A company that others name next to the one that is asked about. */
export type Competitor = {
  domain: string
  name: string
  /** What shows it. */
  why: string
  source_url: string
  /** Pages of different sites that name both. */
  pages: number
}
