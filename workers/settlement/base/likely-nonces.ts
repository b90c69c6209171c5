type Known = { next: number; isSure: boolean }

/**
 * The nonces that senders will probably take next, so that a lone settlement is signed while its transfer is simulated and takes
 * its nonce with one statement. A guess is nothing but that: the database compares it. No guess is made while another settlement
 * of this process is about to take a nonce, nor while other processes take nonces of the same sender.
 */
export class LikelyNonces {
  readonly #known = new Map<string, Known>()
  #underWay = 0

  /** Announces a settlement that will take a nonce. Returns how to say that it has, or does not. */
  enter(): () => void {
    this.#underWay += 1
    let isOver = false
    return () => {
      if (!isOver) this.#underWay -= 1
      isOver = true
    }
  }

  /** `entered`: how many settlements the asker has announced; while there are others, nothing is guessed. */
  guess(sender: string, entered = 1): number | null {
    const known = this.#known.get(sender)
    return this.#underWay === entered && known?.isSure === true ? known.next : null
  }

  /** Notes a nonce that was taken. Two in a row make the next one likely. */
  took(sender: string, nonce: number): void {
    this.#known.set(sender, { next: nonce + 1, isSure: this.#known.get(sender)?.next === nonce })
  }

  /** Notes that a guess was wrong. */
  missed(sender: string): void {
    this.#known.delete(sender)
  }
}
