const FIELD = ':is(input:not([type="hidden"]), textarea, select, [contenteditable="true"]):not(:disabled, [readonly])'

/**
 * Puts the focus where the work in a dialog begins: into its first field, or on its main button; where that destroys,
 * on what is beside it. What comes later counts, too, until the user does something. Returns what ends that.
 */
export function focusFirst (dialog: HTMLElement): () => void {
  const body = dialog.querySelector<HTMLElement>('.dialog-body')!
  const begin = () => {
    if (!body.contains(document.activeElement)) startOf(body)?.focus()
  }
  const coming = new MutationObserver(begin)
  const end = () => coming.disconnect()
  begin()
  coming.observe(body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  for (const act of ['keydown', 'pointerdown']) dialog.addEventListener(act, end, { capture: true, once: true })
  return end
}

function startOf (body: HTMLElement): HTMLElement | null {
  return body.querySelector('.danger.solid') === null
    ? body.querySelector<HTMLElement>(FIELD) ?? body.querySelector<HTMLElement>('.primary:not(:disabled)')
    : body.querySelector<HTMLElement>('.actions .button:not(.danger)')
}

/** For the `ref` of a field that has the focus as soon as it is there, in a dialog or not. */
export function takeFocus (field: HTMLElement | null): void {
  field?.focus()
}
