/** Clients of the services this installation is configured for. Replaced by the upstream base's own contract. */
export type UpstreamsDoor = { readonly kind: 'upstreams' }
