/** What a test card does when it is used. */
export type CardConduct = {
  brand: string
  /** The buyer authenticates in 3D Secure first. */
  needs3ds?: true
  /** Declined with this code; after authentication, where the card asks for it. */
  decline?: { code: string; declineCode?: string; message: string }
  /** What follows a successful payment by itself. */
  then?: 'dispute' | 'warning'
  /** Its refunds fail after they were accepted. */
  refundFails?: true
}

const declined = (declineCode: string, message: string) => ({ code: 'card_declined', declineCode, message })

/** The usual test card numbers, with what they do. Any other number is no card. */
export const TEST_CARDS: Readonly<Record<string, CardConduct>> = {
  '4242424242424242': { brand: 'visa' },
  '5555555555554444': { brand: 'mastercard' },
  '378282246310005': { brand: 'amex' },
  '4000002500003155': { brand: 'visa', needs3ds: true },
  '4000002760003184': { brand: 'visa', needs3ds: true },
  '4000000000003220': { brand: 'visa', needs3ds: true },
  '4000008400001629': {
    brand: 'visa',
    needs3ds: true,
    decline: declined('generic_decline', 'Your card was declined.'),
  },
  '4000000000000002': { brand: 'visa', decline: declined('generic_decline', 'Your card was declined.') },
  '4000000000009995': { brand: 'visa', decline: declined('insufficient_funds', 'Your card has insufficient funds.') },
  '4000000000009987': { brand: 'visa', decline: declined('lost_card', 'Your card was declined.') },
  '4000000000000069': { brand: 'visa', decline: { code: 'expired_card', message: 'Your card has expired.' } },
  '4000000000000127': {
    brand: 'visa',
    decline: { code: 'incorrect_cvc', message: "Your card's security code is incorrect." },
  },
  '4000000000000119': {
    brand: 'visa',
    decline: { code: 'processing_error', message: 'An error occurred while processing your card. Try again later.' },
  },
  '4000000000000259': { brand: 'visa', then: 'dispute' },
  '4000000000005423': { brand: 'visa', then: 'warning' },
  '4000000000005126': { brand: 'visa', refundFails: true },
}
