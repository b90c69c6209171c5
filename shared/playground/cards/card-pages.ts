import type Stripe from 'stripe'

const escape = (text: string) => text.replaceAll(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)

const page = (title: string, body: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)}</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 26rem; margin: 3rem auto; padding: 0 1rem }
label { display: block; margin: .75rem 0 }
input { display: block; width: 100%; box-sizing: border-box; font: inherit; padding: .5rem }
button { font: inherit; padding: .5rem 1rem; margin: .75rem .5rem 0 0 }
[role=alert] { border-left: .25rem solid; padding-left: .75rem }
</style>
</head>
<body>
<main>
<h1>${escape(title)}</h1>
${body}
</main>
</body>
</html>
`

const amountOf = ({ amount, currency }: Stripe.PaymentIntent) =>
  `${(amount / 100).toFixed(2)} ${currency.toUpperCase()}`

/** The form into which a buyer types a card. `problem` says why the last attempt did not pay. */
export function cardForm(intent: Stripe.PaymentIntent, returnUrl: string, problem: string | null): string {
  const alert = problem === null ? '' : `<p role="alert">${escape(problem)}</p>`
  return page(
    `Pay ${amountOf(intent)}`,
    `<p>This is the card processor of a playground. It moves no money, and knows only test cards such as 4242 4242 4242 4242.</p>
${alert}
<form method="post" action="/card-form">
<input type="hidden" name="client_secret" value="${escape(intent.client_secret ?? '')}">
<input type="hidden" name="return_url" value="${escape(returnUrl)}">
<label>Card number <input name="number" inputmode="numeric" autocomplete="cc-number" maxlength="24" required></label>
<label>Expiry (MM / YY) <input name="expiry" autocomplete="cc-exp" maxlength="9" required></label>
<label>Security code <input name="cvc" inputmode="numeric" autocomplete="cc-csc" maxlength="4" required></label>
<button>Pay ${escape(amountOf(intent))}</button>
</form>`,
  )
}

/** The page of the buyer's bank in 3D Secure. */
export const authenticationForm = (intent: Stripe.PaymentIntent, returnUrl: string): string =>
  page(
    '3D Secure',
    `<p>The bank of this test card asks whether you pay ${escape(amountOf(intent))}.</p>
<form method="post" action="/3ds/${escape(intent.id)}">
<input type="hidden" name="return_url" value="${escape(returnUrl)}">
<button name="answer" value="complete">Complete authentication</button>
<button name="answer" value="fail">Fail authentication</button>
</form>`,
  )

/** What a buyer sees where no return URL was given. */
export const endPage = (intent: Stripe.PaymentIntent): string =>
  page(
    intent.status === 'succeeded' ? 'Paid' : 'Not paid',
    `<p>Payment ${escape(intent.id)}: ${escape(intent.status.replaceAll('_', ' '))}.</p>`,
  )
