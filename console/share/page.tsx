import { useSignal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { Failure } from '../api/failure.ts'
import { Empty } from '../ui/empty.tsx'
import { createLinkApi, type LinkApi, type SharedLink } from './api.ts'
import { Assets } from './assets.tsx'
import { Password } from './password.tsx'

type State = 'opening' | 'locked' | 'ended' | { readonly link: SharedLink } | { readonly failure: string }

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
      state.value = { link }
    } catch (error) {
      fail(error)
    }
  }
  useEffect(() => { if (token === '') state.value = 'ended'; else open() }, [])

  const now = state.value
  if (now === 'opening') return <main aria-busy='true'><p class='quiet waiting'>One moment</p></main>
  if (now === 'locked') return <main><Password api={api} onDone={open} /></main>
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
  return <Opened api={api} link={now.link} onFailure={fail} />
}

interface OpenedProps {
  readonly api: LinkApi
  readonly link: SharedLink
  readonly onFailure: (error: unknown) => void
}

function Opened ({ api, link, onFailure }: OpenedProps) {
  return (
    <div class='shared'>
      <header>
        <h1 dir='auto'>{link.title}</h1>
        <p class='quiet'>Shared with you until {new Date(link.expires_at).toLocaleDateString(undefined, { dateStyle: 'long' })}</p>
      </header>
      <main><Assets api={api} link={link} onFailure={onFailure} /></main>
    </div>
  )
}
