import { oneLine } from '../one-line.ts'

export type LlmsTxt = { title: string | null; links: number; problems: readonly string[] }

const LINK = /^\s*[-*]\s*\[[^\]\n]{1,300}\]\([^)\s]{1,2000}\)/

/** Reads llms.txt (llmstxt.org): a Markdown file with one title and lists of links. Never throws. */
export function readLlmsTxt(text: string): LlmsTxt {
  const lines = text.slice(0, 500_000).split(/\r\n|\r|\n/)
  const heading = lines.find((line) => line.trim() !== '')?.replace('\uFEFF', '')
  const title = heading !== undefined && /^#\s+\S/.test(heading) ? oneLine(heading.replace(/^#\s+/, ''), 200) : null
  const links = lines.filter((line) => LINK.test(line.slice(0, 3_000))).length
  const problems = [
    ...(title === null ? ['it does not begin with a title (# …)'] : []),
    ...(links === 0 ? ['it lists no links'] : []),
  ]
  return { title, links, problems }
}
