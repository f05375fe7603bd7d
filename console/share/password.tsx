import { useSignal } from '@preact/signals'
import { Failure } from '../api/failure.ts'
import { TextInput } from '../ui/inputs.tsx'
import type { LinkApi } from './api.ts'

export function Password ({ api, onDone }: { api: LinkApi, onDone: () => Promise<void> }) {
  const password = useSignal('')
  const failure = useSignal('')
  const isSending = useSignal(false)

  async function send (event: Event): Promise<void> {
    event.preventDefault()
    isSending.value = true
    try {
      await api.unlock(password.value)
      await onDone()
    } catch (error) {
      const isWrong = error instanceof Failure && error.status === 401
      failure.value = isWrong ? 'This is not the password.' : (error as Error).message
      if (error instanceof Failure && error.status === 404) await onDone()
    } finally {
      isSending.value = false
    }
  }

  return (
    <form class='password stack' onSubmit={send}>
      <h1>A password is needed</h1>
      <p class='quiet'>Who has sent you this link knows it.</p>
      <TextInput label='Password' type='password' value={password} required autoFocus />
      <p class='wrong' role='alert'>{failure.value}</p>
      <button type='submit' class='button primary wide' disabled={isSending.value}>Open</button>
    </form>
  )
}
