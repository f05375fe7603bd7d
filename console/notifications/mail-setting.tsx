import { useEffect } from 'preact/hooks'
import { useSignal } from '@preact/signals'
import { api, done } from '../api/client.ts'
import { loadMethods, mayWrite } from '../api/session.ts'
import { tell, tellFailure } from '../ui/notes.tsx'

type Mail = 'each' | 'daily' | 'none'

const choices: ReadonlyArray<readonly [Mail, string]> = [
  ['each', 'soon after they are made'], ['daily', 'once a day, at 07:00 UTC'], ['none', 'never']
]

/** Which messages the user gets, where the service sends mail. */
export function MailSetting () {
  const mail = useSignal<Mail | null>(null)
  useEffect(() => {
    (async () => {
      if (!(await loadMethods()).mail) return
      mail.value = (await done(api.GET('/api/v2/user/notifications'))).mail as Mail
    })().catch(tellFailure)
  }, [])
  if (mail.value === null) return null

  async function set (value: Mail): Promise<void> {
    const before = mail.value!
    mail.value = value
    try {
      await done(api.PUT('/api/v2/user/notifications', { body: { mail: value } }))
      tell('Your choice was saved.')
    } catch (error) {
      mail.value = before
      tellFailure(error)
    }
  }
  return (
    <label class='field'>
      <span>Messages about unread ones</span>
      <select
        value={mail.value} disabled={!mayWrite.value}
        onChange={({ currentTarget: { value } }) => { set(value as Mail) }}
      >
        {choices.map(([value, text]) => <option key={value} value={value}>{text}</option>)}
      </select>
    </label>
  )
}
