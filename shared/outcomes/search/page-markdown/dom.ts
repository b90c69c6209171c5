/** The part of the DOM that reading a page needs; linkedom's own types ask for the browser's library. */
export type DomNode = {
  readonly nodeType: number
  readonly parentNode: DomNode | null
  readonly firstChild: DomNode | null
  readonly nextSibling: DomNode | null
  textContent: string | null
  remove: () => void
}

export type DomElement = DomNode & {
  /** Lower case. */
  readonly localName: string
  readonly parentElement: DomElement | null
  readonly children: ArrayLike<DomElement>
  readonly innerHTML: string
  getAttribute: (name: string) => string | null
  hasAttribute: (name: string) => boolean
  setAttribute: (name: string, value: string) => void
  append: (...nodes: DomNode[]) => void
  closest: (selector: string) => DomElement | null
  querySelector: (selector: string) => DomElement | null
  querySelectorAll: (selector: string) => Iterable<DomElement>
}

export type DomDocument = {
  readonly documentElement: DomElement
  readonly head: DomElement
  readonly body: DomElement
  querySelector: (selector: string) => DomElement | null
  querySelectorAll: (selector: string) => Iterable<DomElement>
  cloneNode: (deep: boolean) => DomDocument
}

const ELEMENT = 1
const TEXT = 3
const COMMENT = 8

// Safe: the node type says which kind of node it is.
export const isElement = (node: DomNode): node is DomElement => node.nodeType === ELEMENT
export const isText = (node: DomNode): boolean => node.nodeType === TEXT
export const isComment = (node: DomNode): boolean => node.nodeType === COMMENT

/**
 * Visits everything under a node in document order, without recursion: pages of strangers are nested as deep as they
 * like. `enter` says whether to go inside; it may remove the node it is given.
 */
export function walk(root: DomNode, enter: (node: DomNode, depth: number) => boolean): void {
  const next: { node: DomNode; depth: number }[] = []
  const push = (node: DomNode | null, depth: number) => {
    if (node !== null) next.push({ node, depth })
  }
  push(root.firstChild, 1)
  for (let at = next.pop(); at !== undefined; at = next.pop()) {
    const { node, depth } = at
    // Before it may be removed.
    push(node.nextSibling, depth)
    if (enter(node, depth)) push(node.firstChild, depth + 1)
  }
}
