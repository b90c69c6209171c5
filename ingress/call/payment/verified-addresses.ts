const MOST = 10_000

/**
 * The client addresses whose last payment here was claimed and verified. The next payment of such an address is verified while
 * it is claimed: what its claim refuses costs a request to the chain, so one that is refused ends that, until another payment
 * of the address is verified. Forgets all of them when full.
 */
export class VerifiedAddresses {
  readonly #addresses = new Set<string>()

  has(address: string): boolean {
    return this.#addresses.has(address)
  }

  /** Notes how the last payment of an address ended. */
  note(address: string, isVerified: boolean): void {
    if (!isVerified) this.#addresses.delete(address)
    else {
      if (this.#addresses.size >= MOST) this.#addresses.clear()
      this.#addresses.add(address)
    }
  }
}
