import { useSignal } from '@preact/signals'
import type { ComponentType } from 'preact'
import { useEffect, useMemo } from 'preact/hooks'
import { Failure } from '../api/failure.ts'
import { Empty } from '../ui/empty.tsx'
import { Lazy, NOT_LOADED } from '../ui/lazy.tsx'
import { createLinkApi, type SharedLink } from './api.ts'
import { Only, type ShownProps } from './only.tsx'
import { Waiting } from './waiting.tsx'

const loadPassword = async () => (await import('./password.tsx')).Password
/** Most links show one asset, and need nothing of it. */
const loadMore = async () => (await import('./more.tsx')).More

type State =
  | 'opening' | 'locked' | 'ended'
  | { readonly link: SharedLink, readonly Shown: ComponentType<ShownProps> }
  | { readonly failure: string }

/** The page of a link. */
export function SharedPage ({ token }: { token: string }) {
  const state = useSignal<State>('opening')
  const api = useMemo(() => createLinkApi(token), [token])

  const fail = (error: unknown): void => {
    const status = error instanceof Failure ? error.status : null
    state.value = status === 401 ? 'locked' : status === 404 ? 'ended' : { failure: (error as Error).message }
  }
  async function open (): Promise<void> {
    try {
      const { link } = await api.request<{ link: SharedLink }>('GET', '/api/v2/shared')
      document.title = link.title
      const Shown = link.type === 'asset' ? Only : await loadMore().catch(() => { throw new Error(NOT_LOADED) })
      state.value = { link, Shown }
    } catch (error) {
      fail(error)
    }
  }
  useEffect(() => { if (token === '') state.value = 'ended'; else open() }, [])

  const now = state.value
  if (now === 'opening') return <main><Waiting /></main>
  if (now === 'locked') return <main><Lazy load={loadPassword} props={{ api, onDone: open }} /></main>
  if (now === 'ended') {
    return (
      <main>
        <Empty title='There is nothing here any more'>
          This link has ended, or it is not complete. Ask for a new one where you have it from.
        </Empty>
      </main>
    )
  }
  if ('failure' in now) {
    return (
      <main>
        <Empty title='This did not work'>
          <p>{now.failure}</p>
          <p><button type='button' class='button' onClick={open}>Try again</button></p>
        </Empty>
      </main>
    )
  }
  const { link, Shown } = now
  return (
    <div class='shared'>
      <header>
        <h1 dir='auto'>{link.title}</h1>
        <p class='quiet'>{link.type === 'drop_folder' ? 'Files are taken until ' : 'Shared with you until '}{new Date(link.expires_at).toLocaleDateString(undefined, { dateStyle: 'long' })}</p>
      </header>
      <main><Shown api={api} link={link} token={token} onFailure={fail} /></main>
    </div>
  )
}
