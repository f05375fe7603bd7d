import { signal } from '@preact/signals'
import { keepIn, keptIn } from '../ui/kept.ts'

/** The name that was given last, in this browser. */
const NAME = 'guest name'

/** Comments and decisions of all assets have the same one, also where the browser blocks storage. */
const name = signal(keptIn('localStorage', NAME) ?? '')
let field: HTMLInputElement | null = null

export const NAMELESS = 'Say who you are.'

/** The name of the guest, to send. Null without one: then its field has the focus. */
export function guestName (): string | null {
  const given = name.value.trim()
  if (given === '') {
    field?.focus()
    return null
  }
  keepIn('localStorage', NAME, given)
  return given
}

/** There is one on a page: beside the field for comments, or else beside the buttons to decide. */
export function NameField () {
  return (
    <input
      ref={(input) => { field = input }} type='text' class='guest-name' aria-label='Your name' placeholder='Your name'
      required maxLength={100} value={name.value} onInput={(event) => { name.value = event.currentTarget.value }}
    />
  )
}
