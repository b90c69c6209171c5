// Shows the card form of the processor in #card-form, and pays with it. The card is typed in a frame of the processor.
const form = document.querySelector('#card-form')
const button = form.querySelector('button')
const said = form.querySelector('[role=alert]')
const { publishableKey, clientSecret, returnUrl } = form.dataset

if (typeof window.Stripe !== 'function')
  said.textContent = 'The card form of the processor could not be loaded. Nothing was charged; load this page again.'
else {
  const stripe = window.Stripe(publishableKey)
  const elements = stripe.elements({ clientSecret })
  const card = elements.create('payment')
  card.on('ready', () => (button.disabled = false))
  card.mount('#payment-element')
  const pay = async () => {
    button.disabled = true
    said.textContent = ''
    // It leads to the return URL, by way of the bank where that asks; it comes back here only with an error.
    const { error } = await stripe.confirmPayment({ elements, confirmParams: { return_url: returnUrl } })
    said.textContent = error.message ?? 'The card was not charged. Try again, or another card.'
    button.disabled = false
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void pay()
  })
}
