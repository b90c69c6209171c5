import { z } from 'zod'

import type { Outcome } from './define.ts'

/** Whether an answer of an outcome holds a token: something that gives rights to whoever has it. */
export const returnsToken = ({ answerSecrets, output }: Pick<Outcome, 'answerSecrets' | 'output'>): boolean =>
  answerSecrets.length > 0 ||
  (output instanceof z.ZodObject && Object.keys(output.shape).some((name) => name.endsWith('_token')))
