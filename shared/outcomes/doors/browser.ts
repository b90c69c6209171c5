/** A browser that pictures pages. Replaced by the screenshot pool's own contract. */
export type BrowserDoor = { readonly kind: 'browser' }
