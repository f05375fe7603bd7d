/**
 * The operations that answer with something else than JSON, with what the document says of each: what comes as another
 * type is not the service's. An empty list: no body. A test compares it with the document.
 */
export const answers: Readonly<Record<string, readonly string[]>> = {
  'GET /api/v2/assets/{asset_id}/comments': ['application/json', 'text/plain', 'text/csv'],
  'GET /api/v2/export': ['application/x-ndjson', 'text/csv'],
  'GET /api/v2/imports/{import_id}/errors': ['text/csv'],
  'GET /downloads/{download_id}': ['application/zip'],
  'GET /media/{file_id}': ['*/*'],
  'GET /media/{file_id}/{view}': ['*/*'],
  'PATCH /uploads/{upload_id}': [],
  'DELETE /uploads/{upload_id}': []
}
