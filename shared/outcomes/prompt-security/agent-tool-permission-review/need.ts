import { actingEffects } from '#shared/engines/capability/capability-words.rules.ts'
import type { Effect } from '#shared/engines/capability/effects.ts'
import type { ToolLike } from '#shared/engines/capability/tool-like.ts'
import { wordsOf } from '#shared/engines/capability/words-of.ts'
import { meaning, stem } from './stem.ts'
import { actingWords, explicitWords, readingWords } from './task-words.rules.ts'

export type Need = { needed: 'yes' | 'no' | 'unclear'; why: string }

const noise = new Set(
  'the a an and or of for to in on with from by at is are be it this that all any every my our your their me us tool tools api mcp server use using via new data item items info information details id name by per into as'.split(
    ' ',
  ),
)

/**
 * Whether a task needs a tool: by words they share, or because the tool was used. Effects that are dear to undo (money,
 * shell, identity, deletion) need a word of the task that asks for them.
 */
export function needOf(task: string | undefined, tool: ToolLike, effects: readonly Effect[], used: number): Need {
  if (task === undefined || task.trim() === '')
    return used > 0 ? { needed: 'yes', why: `used ${used} times` } : { needed: 'unclear', why: 'no task was given' }
  const words = contentWords(task)
  const stems = words.map(stem)
  const asks = (list: readonly string[]) =>
    list.some((one) => stems.some((word) => word.startsWith(one) || one.startsWith(word)))
  const missing = effects.filter((effect) => explicitWords[effect] !== undefined && !asks(explicitWords[effect] ?? []))
  const shared = sharedWith(words, tool)
  if (missing.length > 0) {
    if (used > 0)
      return { needed: 'unclear', why: `used ${used} times, but the task does not ask for: ${missing.join(', ')}` }
    return shared === undefined || !missing.every((effect) => effect === 'executes' || effect === 'identity')
      ? { needed: 'no', why: `the task does not ask for: ${missing.join(', ')}` }
      : { needed: 'unclear', why: `the task speaks of "${shared}", but does not ask for: ${missing.join(', ')}` }
  }
  if (used > 0) return { needed: 'yes', why: `used ${used} times` }
  if (shared === undefined) return { needed: 'no', why: 'the task has no word in common with the tool' }
  const isReadingTask = words.some((word) => readingWords.has(word)) && !asks(actingWords)
  const acts = effects.some((effect) => actingEffects.has(effect)) || effects.includes('network')
  if (
    isReadingTask &&
    acts &&
    !effects.every((effect) => effect === 'network' || effect === 'reads_untrusted' || effect === 'reads_private')
  ) {
    return {
      needed: 'unclear',
      why: `the task only reads, and the tool ${effects.filter((effect) => actingEffects.has(effect)).join(', ')}`,
    }
  }
  return { needed: 'yes', why: `the task speaks of "${shared}"` }
}

const contentWords = (text: string) => wordsOf(text).filter((word) => word.length > 1 && !noise.has(word))

/** The first word of the task that the tool's name or description also has, by meaning. */
function sharedWith(words: readonly string[], tool: ToolLike): string | undefined {
  const about = new Set(
    [...contentWords(tool.name), ...contentWords(`${tool.title ?? ''} ${(tool.description ?? '').slice(0, 400)}`)].map(
      meaning,
    ),
  )
  return words.find((word) => about.has(meaning(word)) && !isVerbOnly(word))
}

/** "Create" in a task and in a tool says nothing about what is created. */
const isVerbOnly = (word: string) =>
  /^(?:get|list|read|create|update|add|set|make|do|run|use|manage|help|handle|process|perform)$/.test(word)
