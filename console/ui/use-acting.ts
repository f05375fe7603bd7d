import { useSignal } from '@preact/signals'
import { sentenceOf } from '../api/failure.ts'
import { tellFailure } from './notes.tsx'

/** Does one thing at a time. `fail` gets the error; by default the user is told. */
export function useActing (fail: (error: unknown) => void = tellFailure) {
  const isBusy = useSignal(false)
  async function act (work: () => Promise<void>): Promise<void> {
    isBusy.value = true
    try {
      await work()
    } catch (error) {
      fail(error)
    } finally {
      isBusy.value = false
    }
  }
  return { isBusy, act }
}

/** The same for a form: it says why it could not be sent, until it is sent again. */
export function useSending (before: string | null = null) {
  const said = useSignal(before)
  const { isBusy, act } = useActing((error) => { said.value = sentenceOf(error) })
  const send = (work: () => Promise<void>): Promise<void> => {
    said.value = null
    return act(work)
  }
  return { isBusy, said, send }
}
