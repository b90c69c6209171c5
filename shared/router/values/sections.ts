import { fold } from '../goal/fold.ts'
import type { GoalJson } from './json-in-goal.ts'

/** Names by which people set one part of an input against another, folded, in six languages, and what each is called. */
const LABELS: ReadonlyMap<string, string> = new Map(
  `before: before vorher antes avant 之前 修改前 变更前 変更前 前
  after: after nachher danach despues apres 之后 修改后 变更后 変更後 後
  old: old alt alte altes alter viejo vieja antigu[oa] anterior ancien ancienne 旧 旧版 旧的 古い
  new: new neu neue neues neuer nuevo nueva nouveau nouvelle 新 新版 新的 新しい
  expected: expected intended wanted planned soll erwartet sollzustand esperado previsto attendu prevu 预期 期望 期待 期待値 想定
  actual: actual observed got found seen read_back ist tatsachlich gelesen istzustand obtenido observado reel obtenu lu 实际 读回 実際 実測
  original: original full full_text full_version long_version originaltext lang texto_original texte_original 原文 全文 元の文 元のテキスト
  summary: summary compressed compressed_version compact short short_version condensed zusammenfassung kurz kurzfassung gekurzt resumen comprimido version_corta resume version_courte 摘要 压缩版 要約 圧縮後
  baseline: baseline reference approved basis referenz freigegeben referencia linea_base referenz_alt reference_approuvee 基线 基準
  current: current now today aktuell jetzt heute ahora actual_now actuel maintenant aujourd_hui 当前 现在 現在
  source: source quelle fuente origen 源 来源 ソース
  target: target ziel destino objetivo cible 目标 ターゲット`
    .split('\n')
    .flatMap((line) => {
      const [name = '', words = ''] = line.trim().split(': ')
      return words.split(' ').map((word): [string, string] => [word, name])
    }),
)

const LABEL =
  /^[ \t]*(?:#{1,4}[ \t]*|[-=*>]{2,}[ \t]*|\*\*)?([\p{L}][\p{L} _'-]{0,30}?)(?:\*\*)?[ \t]*(?:\(\p{L}[^)\n]{0,30}\)[ \t]*)?(?::\*?\*?|：|=(?!=)|[-=*]{2,})[ \t]*/gmu
const HEADING = /^[ \t]*#{1,4}[ \t]*([\p{L}][\p{L} _'-]{0,30}?)[ \t]*$/gmu

const MOST = 40

/** The name of a label, as "version before" or "der alte Text" say it too. */
const labelled = (said: string): string | undefined => {
  const label = fold(said).trim()
  return (
    LABELS.get(label.replaceAll(/[\s'-]+/g, '_')) ??
    label
      .split(/[\s_-]+/)
      .slice(0, 3)
      .map((word) => LABELS.get(word))
      .find((name) => name !== undefined)
  )
}

/** The parts of an input that each stand under a label: "Before: ..." and "After: ...". Empty where fewer than two do. */
export function sectionsIn(text: string): Record<string, unknown> {
  const marks = [...text.matchAll(LABEL), ...text.matchAll(HEADING)]
    .slice(0, MOST * 4)
    .flatMap(({ 0: whole, 1: said = '', index }) => {
      const name = labelled(said)
      return name === undefined ? [] : [{ name, start: index, end: index + whole.length }]
    })
    .toSorted((a, b) => a.start - b.start)
  const [first] = marks
  if (first === undefined || text.slice(0, first.start).trim().length > MOST) return {}
  const sections = new Map<string, unknown>()
  for (const [index, { name, end }] of marks.entries()) {
    if (sections.has(name)) return {}
    const said = text.slice(end, marks[index + 1]?.start ?? text.length).trim()
    if (said === '') return {}
    sections.set(name, parsed(said))
  }
  return sections.size < 2 ? {} : Object.fromEntries(sections)
}

/** The JSON objects of a goal that each stand behind such a word: "expected {...}, actual {...}". */
export function sectionsInGoal(goal: string, objects: readonly GoalJson[]): Record<string, unknown> {
  if (objects.length < 2) return {}
  const named = objects.flatMap(({ value, start }, index) => {
    const before = goal.slice(Math.max(0, start - 40, objects[index - 1]?.end ?? 0), start)
    const words = fold(before).match(/\p{L}+/gu) ?? []
    const name = words
      .slice(-3)
      .map((word) => LABELS.get(word))
      .findLast((one) => one !== undefined)
    return name === undefined ? [] : [[name, value] as const]
  })
  return new Set(named.map(([name]) => name)).size < 2 ? {} : Object.fromEntries(named)
}

function parsed(text: string): unknown {
  const bare = text.replace(/^```\w*\s*|\s*```$/g, '').replace(/[,;]$/, '')
  if (!/^[[{]/.test(bare)) return text
  try {
    return JSON.parse(bare)
  } catch {
    return text
  }
}
