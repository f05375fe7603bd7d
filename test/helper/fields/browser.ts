import { JSDOM } from 'jsdom'
import type { DOMNode, DOMWindow } from 'jsdom'

const allowed = new Set(['P', 'STRONG', 'EM', 'INS', 'UL', 'OL', 'LI', 'H1', 'H2', 'H3', 'H4', 'H5', 'H6'])
const elementType = 1
const textType = 3
const waysToLoad = [
  { documentType: '', runScripts: 'dangerously' },
  { documentType: '<!DOCTYPE html>', runScripts: undefined }
] as const

const still = new JSDOM('<!DOCTYPE html>').window
const scripted = new JSDOM('<!DOCTYPE html>', { runScripts: 'dangerously' }).window

/**
 * Everything in the markup that a browser would find and rich text must not have: elements outside the list,
 * attributes, comments and other nodes that are not text. Parsed as part of an element, with scripting on and off.
 */
export function offencesInElement (html: string): string[] {
  return [still, scripted].flatMap((window) => ['div', 'li', 'td', 'template'].flatMap((name) => {
    const element = window.document.createElement(name)
    element.innerHTML = html
    return offencesBelow(element.content ?? element)
  }))
}

/** The same for the body of a whole document, in quirks and standards mode, and whether it ran any script. */
export function offencesInDocument (html: string): string[] {
  return waysToLoad.flatMap(({ documentType, runScripts }) => {
    const offences: string[] = []
    const listen = (window: DOMWindow) => { window.alert = () => { offences.push('a script ran') } }
    const markup = `${documentType}<html><head></head><body>${html}</body></html>`
    const { window } = new JSDOM(markup, { runScripts, beforeParse: listen })
    offences.push(...offencesBelow(window.document.body))
    window.close()
    return offences
  })
}

function offencesBelow (node: DOMNode): string[] {
  return Array.from(node.childNodes).flatMap((child) => {
    if (child.nodeType === textType) return []
    if (child.nodeType !== elementType) return [`node ${child.nodeName}`]
    const offences = Array.from(child.attributes ?? [], ({ name }) => `attribute ${name}`)
    if (!allowed.has(child.nodeName)) offences.push(`element ${child.nodeName}`)
    return [...offences, ...offencesBelow(child)]
  })
}
