/** The part of turndown that is used; its published types need the DOM library, which this project does not load. */
declare module 'turndown' {
  import type { DomElement } from '#shared/outcomes/search/page-markdown/dom.ts'

  type Options = {
    headingStyle?: 'atx' | 'setext'
    hr?: string
    bulletListMarker?: '-' | '*' | '+'
    codeBlockStyle?: 'fenced' | 'indented'
    emDelimiter?: '_' | '*'
    blankReplacement?: (content: string, node: DomElement) => string
  }
  type Rule = {
    filter: string | readonly string[] | ((node: DomElement) => boolean)
    replacement: (content: string, node: DomElement) => string
  }

  export default class TurndownService {
    constructor(options?: Options)
    addRule(key: string, rule: Rule): this
    remove(filter: readonly string[]): this
    escape(text: string): string
    turndown(input: string | DomElement): string
  }
}
