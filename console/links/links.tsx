import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { isAdmin } from '../api/session.ts'
import { loadUsers } from '../items/people.ts'
import { useChanges } from '../live/follow.ts'
import { Empty } from '../ui/empty.tsx'
import { tellFailure } from '../ui/notes.tsx'
import { Page } from '../ui/page.tsx'
import { useLoaded } from '../ui/use-loaded.ts'
import { listKnown, type KnownLink, type Listed } from './api.ts'
import { LinkDialog, type Asked } from './link-dialog.tsx'
import { LinkRow } from './link-row.tsx'

const NONE: Listed = { links: [], next: null }

/** All links that the user may revoke; of administrators, all of the account. */
export function LinksScreen () {
  const shown = useRef(NONE)
  const { data, failure, reload, put } = useLoaded<Listed>(async () => loadFirst(shown.current), [])
  const asked = useSignal<Asked | null>(null)
  shown.current = data.value ?? NONE
  useEffect(() => { loadUsers() }, [])
  useChanges(({ event }) => event === 'ASSET_ADDED_SHAREABLE_LINK' || event === 'ASSET_SHARED_LINK', reload)
  const { links, next } = shown.current

  async function loadOlder (from: NonNullable<Listed['next']>): Promise<void> {
    const older = await listKnown(from)
    put({ ...older, links: [...shown.current.links, ...older.links] })
  }

  function replace (by: (link: KnownLink) => readonly KnownLink[]): void {
    put({ ...shown.current, links: shown.current.links.flatMap(by) })
  }

  return (
    <Page title='Links' behind='/api/v2/links' failure={failure.value} isComing={data.value === null}>
      <p class='quiet'>
        By a link, people without an account see what it shows.
        {isAdmin.value ? ' These are all links of the account.' : ' These are the links that you may revoke.'}
      </p>
      {data.value?.links.length === 0 && (
        <Empty title='No links yet'>
          Press Share on the page of an asset, a project or a collection, or choose some assets with Find, and press
          Share.
        </Empty>
      )}
      {links.length > 0 && (
        <ul class='link-list' aria-label='Links'>
          {links.map((link) => <LinkRow key={link.id} link={link} onAsk={(what) => { asked.value = what }} />)}
        </ul>
      )}
      {next !== null && (
        <button type='button' class='link' onClick={() => { loadOlder(next).catch(tellFailure) }}>Earlier</button>
      )}
      {asked.value !== null && (
        <LinkDialog
          asked={asked.value} onNext={(what) => { asked.value = what }}
          onChanged={(link) => replace((each) => [each.id === link.id ? { ...each, ...link } : each])}
          onRevoked={({ id }) => replace((each) => each.id === id ? [] : [each])}
        />
      )}
    </Page>
  )
}

/** The newest links again, and the older ones that are shown as they are. */
async function loadFirst (shown: Listed): Promise<Listed> {
  const first = await listKnown()
  const last = first.links.at(-1)
  const older = first.next === null ? [] : shown.links.filter(({ id }) => id < last!.id)
  return older.length === 0 ? first : { links: [...first.links, ...older], next: shown.next }
}
