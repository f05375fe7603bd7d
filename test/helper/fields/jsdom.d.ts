/** The part of jsdom that the tests use; its own types would bring the whole DOM into every file. */
declare module 'jsdom' {
  export interface DOMNode {
    readonly nodeType: number
    readonly nodeName: string
    readonly attributes?: ArrayLike<{ name: string }>
    readonly childNodes: ArrayLike<DOMNode>
    readonly content?: DOMNode
    innerHTML: string
  }

  export interface DOMDocument {
    readonly body: DOMNode
    createElement: (name: string) => DOMNode
  }

  export interface DOMWindow {
    readonly document: DOMDocument
    alert: () => void
    close: () => void
  }

  export interface Options {
    runScripts?: 'dangerously'
    beforeParse?: (window: DOMWindow) => void
  }

  export class JSDOM {
    constructor (html?: string, options?: Options)
    readonly window: DOMWindow
  }
}
