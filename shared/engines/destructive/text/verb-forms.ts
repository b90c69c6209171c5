/** Forms that the rules of spelling do not give. */
const irregular: Readonly<Record<string, readonly [gerund: string, participle: string]>> = {
  overwrite: ['overwriting', 'overwritten'],
  'tear down': ['tearing down', 'torn down'],
  'shut down': ['shutting down', 'shut down'],
  'get rid of': ['getting rid of', 'gotten rid of|got rid of'],
  reset: ['resetting', 'reset'],
  'throw away': ['throwing away', 'thrown away'],
  'throw out': ['throwing out', 'thrown out'],
  'blow away': ['blowing away', 'blown away'],
  'burn down': ['burning down', 'burnt down|burned down'],
  'do away with': ['doing away with', 'done away with'],
  'take down': ['taking down', 'taken down'],
  cancel: ['cancell?ing', 'cancell?ed'],
}

/** The -ing and the -ed form of an English verb or phrase, as alternatives of a pattern. */
export function formsOf(verb: string): { gerund: string; participle: string } {
  const known = irregular[verb]
  if (known !== undefined) return { gerund: known[0], participle: known[1] }
  const [head = '', ...rest] = verb.split(/(?=[ -])/)
  const tail = rest.join('')
  const ending = (suffix: 'ing' | 'ed') => {
    if (head.endsWith('e')) return head.slice(0, -1) + suffix
    if (suffix === 'ed' && /[^aeiou]y$/.test(head)) return `${head.slice(0, -1)}ied`
    return (/^[^aeiou]*[aeiou][bdgklmnprt]$/.test(head) ? head + head.at(-1) : head) + suffix
  }
  return { gerund: ending('ing') + tail, participle: ending('ed') + tail }
}
