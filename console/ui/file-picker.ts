/** Lets the user choose files, without an input on the page. */
export function openPicker (
  onChosen: (files: FileList) => void,
  which: { readonly webkitdirectory?: true, readonly multiple?: true, readonly accept?: string }
): void {
  const input = Object.assign(document.createElement('input'), { type: 'file', ...which })
  input.onchange = () => { if (input.files !== null) onChosen(input.files) }
  input.click()
}
