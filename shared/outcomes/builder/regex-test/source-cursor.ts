/** A place in a source that moves forward as sticky expressions take what they match. */
export class SourceCursor {
  at = 0
  readonly source: string

  constructor(source: string) {
    this.source = source
  }

  get done(): boolean {
    return this.at >= this.source.length
  }

  /** Takes what the expression (flag y) matches here, or takes nothing and returns null. */
  take(expression: RegExp): RegExpExecArray | null {
    expression.lastIndex = this.at
    const found = expression.exec(this.source)
    if (found !== null) this.at += found[0].length
    return found
  }

  takeCodePoint(): number {
    const codePoint = this.source.codePointAt(this.at) ?? 0
    this.at += codePoint > 0xffff ? 2 : 1
    return codePoint
  }
}
