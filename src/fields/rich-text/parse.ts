import { defaultTreeAdapter, html as markup, Parser, type DefaultTreeAdapterMap, type Token } from 'parse5'
import { DEEPEST, MOST_TAGS, refusals, RichTextRefused } from './refused.js'

export type ChildNode = DefaultTreeAdapterMap['childNode']

/** Maximum number of elements of a parsed value, including those that are removed. */
const MOST_ELEMENTS = 2 * MOST_TAGS

/** Counts tags and depth as it reads, so that it stops early. */
class ModestParser extends Parser<DefaultTreeAdapterMap> {
  #tags = 0

  override onStartTag (token: Token.TagToken): void {
    if (++this.#tags > MOST_TAGS) throw new RichTextRefused(refusals.tags)
    super.onStartTag(token)
  }

  override onItemPush (...parameters: Parameters<Parser<DefaultTreeAdapterMap>['onItemPush']>): void {
    // The root of the fragment has the place 0. Elements that a following tag closes have left by then.
    if (this.openElements.stackTop > DEEPEST) throw new RichTextRefused(refusals.depth)
    super.onItemPush(...parameters)
  }
}

/**
 * Parses like a browser that assigns the value to the `innerHTML` of a `div`.
 *
 * @throws RichTextRefused if the value has too many tags or elements, or is nested too deep
 */
export function parse (html: string): ChildNode[] {
  // The parser makes an element of its own.
  let elements = -1
  const treeAdapter: typeof defaultTreeAdapter = {
    ...defaultTreeAdapter,
    // Unclosed formatting elements are opened again in each paragraph, so a short value can become large.
    createElement (...parameters) {
      if (++elements > MOST_ELEMENTS) throw new RichTextRefused(refusals.cost)
      return defaultTreeAdapter.createElement(...parameters)
    }
  }
  const context = defaultTreeAdapter.createElement('div', markup.NS.HTML, [])
  const parser = ModestParser.getFragmentParser<DefaultTreeAdapterMap>(context, { treeAdapter })
  parser.tokenizer.write(html, true)
  return parser.getFragment().childNodes
}
