import { z } from 'zod'

/**
 * The input of a guard. Unknown keys are kept, though nothing reads them: `input_digest` must be the digest of exactly
 * the body that the caller sent, or no receipt could cite it.
 */
export const guardInput = <Shape extends z.core.$ZodShape>(shape: Shape) => z.looseObject(shape)

/**
 * An optional field with a documented default that the schema does not fill in, for the same reason: the judgement
 * applies it (`input.field ?? value`).
 */
export const documentedDefault = <Schema extends z.ZodType>(schema: Schema, value: z.output<Schema>) =>
  schema.optional().meta({ default: value })
