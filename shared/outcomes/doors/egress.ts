/** What came back through the guarded egress. Replaced by the egress door's own contract. */
export type EgressDoor = { readonly kind: 'egress' }
