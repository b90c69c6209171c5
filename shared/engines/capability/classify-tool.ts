import { nouns, effectsOf, byNounsAlone } from './effects-of.ts'
import { type Effect, sortEffects } from './effects.ts'
import { scopeEffects } from './scope-effects.ts'
import { objectOr, type ToolLike } from './tool-like.ts'
import { nameVerbs, firstSentence, kindsOf, firstSentences, leadingVerbs } from './verbs-of.ts'
import { wordsOf } from './words-of.ts'

/** What a tool can do, and the word or scope by which each effect was recognised. */
export type Classified = { effects: Effect[]; evidence: Partial<Record<Effect, string>>; isKnown: boolean }

/**
 * The effects of a tool by the words of its name, of the first sentences of its description and of its parameters, and by
 * its scopes. A verb in the name outweighs verbs in the description, which may speak of other tools.
 */
export function classifyTool(tool: ToolLike): Classified {
  const found: Partial<Record<Effect, string>> = {}
  const add = (effect: Effect, by: string) => {
    found[effect] ??= by
  }
  const nameWords = wordsOf(tool.name)
  const spoken = firstSentences(`${tool.title ?? ''}. ${tool.description ?? ''}`)
  const parameters = Object.keys(objectOr(tool.inputSchema?.['properties'])).flatMap(wordsOf)
  const inName = nameVerbs(nameWords).flatMap((word) => kindsOf(word).map((kind) => ({ kind, word })))
  const leading = leadingVerbs(spoken)
  const acts = inName.some(({ kind }) => kind !== 'compute') ? inName : [...inName, ...leading]
  const about = [...nameWords, ...wordsOf(firstSentence(spoken)).slice(0, 40), ...parameters]
  const has = (kind: keyof typeof nouns) => about.find((word) => nouns[kind].has(word))
  const isAboutSomething = (['private', 'outside', 'money', 'identity'] as const).some(
    (kind) => has(kind) !== undefined,
  )
  // "Add" and "convert" are arithmetic unless there is something to add to.
  const onlyComputes =
    acts.length > 0 &&
    acts.every(({ kind, word }) => kind === 'compute' || (!isAboutSomething && kindsOf(word).includes('compute')))
  if (!onlyComputes) for (const { kind, word } of acts) effectsOf(kind, word, has, add)
  if (!onlyComputes && acts.length === 0) byNounsAlone(nameWords, has, add)
  if (parameters.some((word) => ['url', 'uri', 'endpoint', 'webhook'].includes(word)) && !onlyComputes) {
    add('network', 'url parameter')
    if (acts.some(({ kind }) => kind === 'read')) add('reads_untrusted', 'url parameter')
  }
  if (
    parameters.some((word) => ['command', 'cmd', 'code', 'script', 'shell', 'sql'].includes(word)) &&
    acts.some(({ kind }) => kind === 'execute')
  ) {
    add('executes', 'command parameter')
  }
  for (const { effect, scope } of scopeEffects(tool.scopes)) add(effect, `scope ${scope}`)
  const all = sortEffects(Object.keys(found).filter((effect): effect is Effect => effect in found))
  return { effects: all, evidence: found, isKnown: all.length > 0 || acts.length > 0 }
}
