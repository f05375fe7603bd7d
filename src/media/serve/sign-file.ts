import { isShown, type AnalysedFile, type ListedPreview, type ListedProxy, type SignedFile } from '../rows.js'
import { isViewed } from './content-type.js'
import type { SignUrl } from './signed-urls.js'

/** The order in which lists show them. */
const order = ['thumbnail', 'preview', 'filmstrip', 'mp4', 'audio', 'waveform']

/** Adds the URLs of a file, which it has when it is ready. Of one that was removed, what was made of it has some. */
export function signFile (file: AnalysedFile, sign: SignUrl): SignedFile {
  const isReady = file.status === 'ready'
  if (!isShown(file.status)) return { ...file, signed: null, view: null, signedPreviews: [], signedProxies: [] }
  const proxies = parse<ListedProxy>(file.proxies)
  const filmstrips = proxies.flatMap(({ kind, width, height, tiles }): ListedPreview[] =>
    kind === 'filmstrip' && tiles !== null ? [{ kind, width: width!, height: height!, tiles }] : [])
  const signed = <Made extends { readonly kind: ListedPreview['kind'] | ListedProxy['kind'] }>(made: readonly Made[]) =>
    made.toSorted((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind))
      .map((each) => ({ ...each, signed: sign(each.kind, file.id) }))
  return {
    ...file,
    signed: isReady ? sign('download', file.id) : null,
    view: isReady && isViewed(file.analysed_type ?? file.content_type ?? '', file.playback) ? sign('view', file.id) : null,
    signedPreviews: signed([...parse<ListedPreview>(file.previews), ...filmstrips]),
    signedProxies: signed(proxies.filter(({ kind }) => kind !== 'filmstrip'))
  }
}

function parse<Made> (list: string | null): Made[] {
  return JSON.parse(`[${list ?? ''}]`) as Made[]
}
