/** Keys that would send, save, leave or close. */
const CONSEQUENT = /^(?:Enter|Tab|Escape)$/
const PRINTABLE_ASCII = /^[ -~]+$/
const LATIN = /\p{Script=Latin}/u
/** What a Latin keyboard has at these places, and with Shift. */
const MARKS: Readonly<Record<string, readonly [string, string]>> = {
  Comma: [',', ','], Period: ['.', '.'], Slash: ['/', '?']
}

/**
 * While an input method composes, keys belong to it: nothing else gets them. Safari sends the key that ends a
 * composition after its end, with the code 229. Called before anything else listens to keys.
 */
export function leaveKeysToInputMethods (): void {
  addEventListener('keydown', (event) => {
    if (!event.isComposing && event.keyCode !== 229) return
    event.stopImmediatePropagation()
    if (CONSEQUENT.test(event.key)) event.preventDefault()
  }, { capture: true })
}

/**
 * The key of a shortcut: its character, capitals alike. Where that is no Latin one, what a Latin keyboard has at the
 * place of the key.
 */
export function keyOf (event: KeyboardEvent): string {
  const character = event.key.normalize('NFKC')
  const isLatin = PRINTABLE_ASCII.test(character) || LATIN.test(character)
  // A special character of a Latin keyboard, such as µ, is no letter of another script.
  if (!isLatin && !event.getModifierState('AltGraph')) return atPlaceOf(event) ?? event.key
  // The small form of the Turkish İ has two characters.
  return character.length === 1 ? character.toLowerCase().replace('\u0307', '') : event.key
}

function atPlaceOf ({ code, shiftKey }: KeyboardEvent): string | undefined {
  return /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? MARKS[code]?.[shiftKey ? 1 : 0]
}

/** Ctrl+S or Cmd+S, for which the browser has a dialog of its own. */
export function isSaveKey (event: KeyboardEvent): boolean {
  return (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && keyOf(event) === 's'
}
