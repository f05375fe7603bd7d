import { useSignal } from '@preact/signals'
import { isEmail } from '../../src/access/email.ts'
import { FormDialog } from '../ui/form-dialog.tsx'
import { LongTextInput } from '../ui/inputs.tsx'
import { tell } from '../ui/notes.tsx'
import { number } from '../ui/words.ts'
import { nameOf, sendLink, type Link } from './api.ts'

const MOST = 20

/** A form that sends the address of a link by mail. */
export function SendLink ({ link, onClose }: { readonly link: Link, readonly onClose: () => void }) {
  const to = useSignal('')
  const text = useSignal('')
  return (
    <FormDialog
      title={`Send ${nameOf(link)}`} verb='Send' onClose={onClose}
      work={async () => {
        const emails = emailsIn(to.value)
        await sendLink(link, { emails, text: text.value })
        tell(`The link was sent to ${emails.length === 1 ? emails[0]! : `${number(emails.length)} addresses`}.`)
      }}
    >
      <p class='quiet'>
        Each address gets a message of its own, with your name and the address of the link.
        {link.has_password && ' Its password is not in it: tell it in another way.'}
      </p>
      <LongTextInput
        label='E-mail addresses' value={to} rows={2} required
        hint={`${MOST} at most, with a comma, a space or a line break between them`}
      />
      <LongTextInput label='Text' value={text} rows={4} maxLength={2000} />
    </FormDialog>
  )
}

/** The addresses in a text, also as mail programs copy them, `Ann <ann@…>`. Throws with a sentence about mistakes. */
function emailsIn (text: string): string[] {
  const parts = text.split(/[,;\n]/)
  const emails = parts.flatMap((part) => /<([^<>]*)>/.exec(part)?.[1] ?? part.split(/\s+/)).filter((part) => part !== '')
  const wrong = emails.filter((email) => !isEmail(email))
  if (emails.length === 0) throw new Error('Type an e-mail address first.')
  if (wrong.length > 0) throw new Error(`Not an e-mail address: ${wrong.join(', ')}.`)
  if (emails.length > MOST) throw new Error(`These are ${number(emails.length)} addresses: ${MOST} at most get a message at once.`)
  return emails
}
