import { z } from 'zod'

import { plainText } from '../users/account-fields.ts'
import { HttpsUrl } from '../https-url.ts'

export const REPORT_REASONS = ['policy_violation', 'copyright', 'spam', 'other'] as const

/** A report as it is sent; a body is optional. Nobody here ever opens `evidence_url`: a person does, who decides. */
export const ReportBody = z.object({
  reason: z.enum(REPORT_REASONS).default('other'),
  details: plainText(2_000).nullish(),
  evidence_url: HttpsUrl.nullish(),
})
export type ReportSent = z.output<typeof ReportBody>
