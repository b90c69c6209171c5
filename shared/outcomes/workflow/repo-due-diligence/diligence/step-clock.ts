import type { OutcomeContext } from '#shared/doors/context.ts'

type Line = { step: string; slug: string | null; status: 'done' | 'failed'; took_ms: number }

/** A context whose steps are noted as they end, and the notes. */
export function clockSteps(ctx: OutcomeContext): { ctx: OutcomeContext; lines: Line[] } {
  const lines: Line[] = []
  const noted = async <Answer>(step: string, slug: string | null, work: () => Promise<Answer>): Promise<Answer> => {
    const line: Line = { step, slug, status: 'failed', took_ms: 0 }
    lines.push(line)
    const began = ctx.now().getTime()
    try {
      const answer = await work()
      line.status = 'done'
      return answer
    } finally {
      line.took_ms = ctx.now().getTime() - began
    }
  }
  return {
    lines,
    ctx: {
      ...ctx,
      call: (slug, input, step = slug) => noted(step, slug, () => ctx.call(slug, input, step)),
      step: (name, work) => noted(name, null, () => ctx.step(name, work)),
    },
  }
}
