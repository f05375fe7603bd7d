import type { AnalysedFile, ListedPreview, SignedFile } from '../rows.js'
import { isViewed } from './content-type.js'
import type { SignUrl } from './signed-urls.js'

/** Adds the URLs of a file, which it has when it is ready. */
export function signFile (file: AnalysedFile, sign: SignUrl): SignedFile {
  if (file.status !== 'ready') return { ...file, signed: null, view: null, signedPreviews: [] }
  const previews = JSON.parse(`[${file.previews ?? ''}]`) as ListedPreview[]
  return {
    ...file,
    signed: sign('download', file.id),
    view: isViewed(file.analysed_type ?? file.content_type ?? '') ? sign('view', file.id) : null,
    signedPreviews: previews.sort((one, other) => one.kind < other.kind ? 1 : -1)
      .map((each) => ({ ...each, signed: sign(each.kind, file.id) }))
  }
}
