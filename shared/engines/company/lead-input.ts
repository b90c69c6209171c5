import { z } from 'zod'

import { invalidFields } from '#shared/errors.ts'

import { domainOfEmail, readCompanyDomain } from './company-domain.ts'

/** Input fields of lead-brief and lead-brief-plus that identify the lead. */
export const leadFields = {
  domain: z.string().min(1).max(300).optional().describe('company domain'),
  email: z.string().min(3).max(320).optional().describe('contact e-mail; its domain is used when no domain is given'),
  company_name: z.string().min(1).max(200).optional().describe('company name'),
  purpose: z.string().max(300).optional().describe('why (shapes talking points)'),
}
type Lead = z.output<z.ZodObject<typeof leadFields>>

/** At least one of domain, email and company_name, each of them what it says it is. */
export function checkLead({ domain, email, company_name: name }: Omit<Lead, 'purpose'>): void {
  if (domain === undefined && email === undefined && name === undefined)
    throw invalidFields({
      path: [],
      msg: 'Value error, at least one of domain, email and company_name is needed',
      type: 'missing',
    })
  if (domain !== undefined && readCompanyDomain(domain) === null)
    throw invalidFields({ path: ['domain'], msg: 'Value error, this is not the domain of a company', input: domain })
  if (email !== undefined && domainOfEmail(email) === null)
    throw invalidFields({ path: ['email'], msg: 'Value error, this is not a mail address', input: email })
  if (name !== undefined && name.trim() === '')
    throw invalidFields({ path: ['company_name'], msg: 'Value error, there is no name in it', input: name })
}
