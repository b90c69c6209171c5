import { Refusal } from '#shared/errors.ts'

/** The refusal of a watch on an address that gets more than one call can read. */
export const tooBusy = (most: string) =>
  new Refusal('unprocessable', `This address gets more than ${most} in the time of the watch; nothing was charged.`, {
    fix: { action: 'Name the payer in from, or begin later with since.' },
    extra: { reason: 'too_many_transfers' },
  })
