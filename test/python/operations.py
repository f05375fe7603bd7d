# Calls each operation once, but for the two of a provider's sign-in. Shows those that were not called, and those that
# the service has refused.
operations = {name for name in vars(cutroom._Operations) if not name.startswith('_')}
operations -= {'send_to_provider', 'create_session_by_provider'}
called, refusals = set(), {}


class Caller:
    """Notes what is called, and goes on after a refusal."""

    def __init__(self, client):
        self.client = client

    def __getattr__(self, name):
        def call(*args, **arguments):
            called.add(name)
            try:
                return getattr(self.client, name)(*args, **arguments)
            except CutroomError as error:
                refusals.setdefault(name, []).append([error.status, error.text])

        return call


url = arguments['url']
client = Client(url, arguments['key'])
caller = Caller(client)


def until(read):
    while True:
        found = read()
        if found:
            return found
        time.sleep(0.05)


def signed(link):
    """The path parameters and the query of a URL that the service has given."""
    parts = cutroom.urllib.parse.urlsplit(link)
    return parts.path.split('/')[2:], dict(cutroom.urllib.parse.parse_qsl(parts.query))


caller.is_alive()
caller.is_ready()
me = caller.get_current_user()['user']
caller.update_current_user(name='Ann Lee')
caller.list_users()
other = caller.create_user(email='somebody@python.example.com', key=True)['user']
caller.list_account_users(limit=10)
caller.update_user(other['id'], admin=True)
caller.create_invitation(other['id'])
caller.create_password_reset(other['id'])
dot = bytes.fromhex('47494638396101000100800000ff0000ffffff2c00000000010001000002024401003b')
(avatar_id,), query = signed(caller.set_avatar(body=dot)['user']['avatar_url'])
assert caller.get_avatar(avatar_id, **query)[8:12] == b'WEBP'
assert caller.get_avatar_headers(avatar_id, **query)['content-type'] == 'image/webp'
caller.remove_avatar()
caller.remove_user_avatar(other['id'])

# Fields.
group = caller.create_field_group(name='Shooting', group_type='default')['field_group']
caller.rename_field_group(group['id'], name='Filming')
created = dict(name='Place', field_type='textbox', dropdown_options=[], searchable=True, read_only=False)
field = caller.create_field(group['id'], **created)['field']
caller.update_field(group['id'], field['id'], name='City')
caller.list_field_groups()
caller.get_field_group(group['id'])
entries = caller.create_field_group(name='Takes', group_type='complex')['field_group']
take = caller.create_field(entries['id'], **created)['field']

# Projects and members.
project = caller.create_project(title='Film')['project']
inner = caller.create_project(title='Scenes')['project']
caller.list_projects()
caller.get_project(project['id'])
caller.update_project(project['id'], description='A film', external_id='Film/1')
caller.assign_project(inner['id'], to_project_id=project['id'])
caller.list_project_path(inner['id'])
caller.unassign_project(inner['id'])
caller.list_project_assets(project['id'])
caller.list_project_history(project['id'])
caller.add_member(project['id'], user_id=other['id'])
caller.update_member(project['id'], user_id=other['id'], role='Viewer')
caller.list_members(project['id'])
caller.remove_member(project['id'], user_id=other['id'])
team = caller.create_user_group(name='Editors')['user_group']
caller.update_user_group(team['id'], name='All editors')
caller.add_user_group_users(team['id'], user_ids=[other['id']])
caller.list_user_groups()
caller.list_locations()
dropping = caller.create_drop_folder(title='Cards')['drop_folder']['id']
caller.list_drop_folders()
caller.get_drop_folder(dropping)
caller.create_arrival_upload(dropping, path='clip.mov', size=4)
caller.update_drop_folder(dropping, paused=True)
caller.list_arrivals(dropping)
caller.create_arrival_again(dropping, 'none')
caller.delete_drop_folder(dropping)
caller.get_user_group(team['id'])
caller.list_user_group_users(team['id'])
caller.add_project_user_group(project['id'], user_group_id=team['id'])
caller.update_project_user_group(project['id'], user_group_id=team['id'], role='Viewer')
caller.list_project_user_groups(project['id'])
caller.remove_project_user_group(project['id'], user_group_id=team['id'])
caller.remove_user_group_users(team['id'], user_ids=[other['id']])
caller.delete_user_group(team['id'])
caller.create_action(name='Transcribe', steps=[{'name': 'transcribe', 'queue': 'speech'}])
action = caller.list_action_definitions()['actions'][0]
caller.get_action(action['id'])
caller.update_action(action['id'], parallel=1)
caller.list_actions()
running = caller.create_runs(action['id'], asset_ids=[caller.create_asset(title='Run')['asset']['id']])['run_ids'][0]
caller.list_runs()
caller.get_run(running)
claim = caller.claim_step(queues=['speech'], wait=60)['claim']
program = Caller(Client(url, token=claim['token']))
program.get_step()
program.send_report(progress=0.5)
caller.delete_run(running)
caller.delete_run(caller.create_run_again(running)['run']['id'])
caller.delete_runs(batch='1')
caller.delete_action(action['id'])
caller.trash_project(inner['id'])
caller.list_trash()
caller.restore_project(inner['id'])
caller.delete_project(inner['id'])

# Assets.
asset = caller.create_asset(title='Interview', tags=['raw'])['asset']['id']
caller.get_asset(asset)
caller.update_asset(asset, add_tags=['4k'])
caller.assign_asset(asset, to_project_id=project['id'])
caller.set_thumbnail(project['id'], asset_id=asset)
caller.get_thumbnail(project['id'])
caller.remove_thumbnail(project['id'])
caller.unassign_asset(asset)
caller.trash_asset(asset)
caller.restore_asset(asset)
caller.list_asset_history(asset)
caller.find_assets(tag='raw', total=True)
caller.find_items(q='interview')
caller.find_items_by_body(q='interview', tag=['raw'], **{f'field.{field["id"]}': 'Berlin'})
caller.find_by_external_id('Film/1')
caller.update_in_bulk(operations=[{'method': 'POST', 'path': '/api/v2/assets', 'body': {'title': 'Another'}}])
caller.list_changes(limit=1)

for kind, item in (('asset', asset), ('project', project['id'])):
    def call(name, *args, kind=kind, **arguments):
        return getattr(caller, name.replace('KIND', kind))(*args, **arguments)

    call('set_KIND_custom_fields', item, group['id'], custom_fields={field['id']: 'Berlin'})
    call('get_KIND_custom_fields', item, group['id'])
    call('list_KIND_custom_fields', item)
    kept = call('set_KIND_custom_fields', item, entries['id'], custom_fields=[{take['id']: 'One'}])
    call('delete_KIND_custom_fields_entry', item, entries['id'], kept['custom_fields'][str(entries['id'])][0]['cfg_id'])
    call('delete_KIND_custom_fields', item, group['id'])
    comment = call('add_KIND_comment', item, text='Too late')['comment']['id']
    call('get_KIND_comment', item, comment)
    call('list_KIND_comments', item)
    call('update_KIND_comment', item, comment, done=True)
    call('delete_KIND_comment', item, comment)
    attachment = call('add_KIND_attachment', item, filename='sheet.pdf', size=3)['attachment']['id']
    call('update_KIND_attachment', item, attachment, description='Call sheet')
    call('list_KIND_attachments', item)
    call('remove_KIND_attachment', item, attachment)
    call('add_KIND_favorite', item)
    call('is_KIND_favorite', item)
    call('remove_KIND_favorite', item)
    link = call('create_KIND_link', item, title='For you')['link']
    call('list_KIND_links', item)
    call('update_KIND_link', item, link['id'], title='For all')
    call('send_KIND_link', item, link['id'], emails=['ann@agency.example'])
    call('delete_KIND_link', item, link['id'])

approval = caller.add_approvals(asset, user_ids=[me['id']])['approvals'][0]['id']
caller.list_approvals(asset)
caller.set_approval(asset, approval, status='approved')
caller.remove_approval(asset, approval)

publication = caller.add_publication(asset, url='https://video.example.com/1')['publication']['id']
caller.list_publications(asset)
caller.remove_publication(asset, publication)

# Collections.
collection = caller.create_collection(title='Best of')['collection']['id']
caller.list_collections()
caller.get_collection(collection)
caller.update_collection(collection, public=True)
caller.add_collection_assets(collection, asset_ids=[asset])
caller.list_collection_assets(collection)
caller.list_asset_collections(asset)
caller.add_collection_favorite(collection)
caller.is_collection_favorite(collection)
caller.remove_collection_favorite(collection)
shared = caller.create_collection_link(
    collection, comments=True, download=True, approvals=True, versions=True, password='a long password')['link']
caller.list_collection_links(collection)
caller.update_collection_link(collection, shared['id'], title='For guests')
caller.send_collection_link(collection, shared['id'], emails=['ann@agency.example'])
caller.list_drop_folder_links(dropping)
caller.create_drop_folder_link(dropping, files=10)
caller.update_drop_folder_link(dropping, shared['id'], files=20)
caller.send_drop_folder_link(dropping, shared['id'], emails=['ann@agency.example'])
caller.delete_drop_folder_link(dropping, shared['id'])
caller.create_asset_eject(asset, drop_folder_id=dropping)
caller.create_project_eject(project['id'], drop_folder_id=dropping)
caller.create_collection_eject(collection, drop_folder_id=dropping)
caller.list_ejects()
caller.get_eject('none')
caller.delete_eject('none')
chosen = caller.create_link(asset_ids=[asset], title='Chosen')['link']
caller.list_links()
caller.get_link(chosen['id'])
caller.update_link(chosen['id'], new_url=True)
caller.send_link(chosen['id'], emails=['ann@agency.example'])
caller.delete_link(chosen['id'])

# A guest.
guest = Client(url, token=shared['url'].split('#')[1])
token = Caller(guest).send_shared_password(password='a long password')['token']
guest = Caller(Client(url, token=token))
guest.get_shared_link()
guest.list_shared_assets()
guest.get_shared_asset(asset)
guest.add_shared_comment(asset, text='Nice', name='Guest')
guest.list_shared_comments(asset)
guest.set_shared_approval(asset, name='Guest', status='approved')
guest.list_shared_approvals(asset)
guest.list_shared_versions(asset)
guest.create_shared_upload(name='Guest', path='clip.mov', size=3)

# Files.
caller.attach_media(asset, file_url=f'{url}/llms.txt', filename='llms.txt')
file = until(lambda: [one for one in caller.list_media(asset)['media'] if one['status'] == 'ready'])[0]
guest.create_shared_download(asset_ids=[asset])
caller.get_file_metadata(asset)
(file_id,), query = signed(file['download_url'])
assert len(caller.download_media(file_id, **query)) == file['size']
assert int(caller.get_media_headers(file_id, **query)['content-length']) == file['size']
caller.get_media_view(file_id, 'preview', **query)
caller.get_media_view_headers(file_id, 'preview', **query)
(download_id,), query = signed(caller.create_download(asset_ids=[asset])['download']['url'])
assert caller.download_many(download_id, **query)[:2] == b'PK'
caller.get_download_headers(download_id, **query)

upload = caller.create_upload(asset, filename='a.bin', size=3)['upload']
(upload_id,), query = signed(upload['url'])
assert caller.send_file(upload_id, **query, body=b'abc') == {'ok': 'File received'}
(upload_id,), query = signed(caller.create_upload(asset, filename='b.bin', size=3)['upload']['url'])
offset = {'Tus-Resumable': '1.0.0', 'Upload-Offset': '0'}
assert caller.send_piece(upload_id, **query, body=b'ab', headers=offset, with_headers=True)[1]['upload-offset'] == '2'
assert caller.cancel_upload(upload_id, **query) is None
versions = until(lambda: caller.list_versions(asset)['versions'])
caller.restore_version(asset, versions[-1]['id'])
assert caller.remove_media(asset, keep='nothing') == {'ok': 'Media will be removed'}

# Exports and imports.
assert b'Interview' in caller.download_export(format='csv', for_='excel')
imported = caller.create_import(body='{"type":"asset","title":"Imported"}\n{"type":"asset"}\n', content_type='application/x-ndjson')
caller.list_imports()
until(lambda: caller.get_import(imported['import']['id'])['import']['status'] in ('done', 'failed', 'finished', 'completed'))
assert isinstance(caller.download_import_errors(imported['import']['id']), bytes)
caller.delete_import(imported['import']['id'])

# Webhooks.
subscribed = dict(http_url=f'{url}/nowhere', http_method='POST', trigger_events=['ASSET_ADDED'])
webhook = caller.create_webhook(name='Archive', **subscribed)['webhook']['id']
caller.list_webhooks()
caller.get_webhook(webhook)
caller.update_webhook(webhook, name='Archives')
caller.test_webhook(webhook)
failed = until(lambda: caller.list_failed_attempts(webhook)['failed_log'])
caller.list_successful_attempts(webhook)
caller.redeliver_attempt(webhook, failed[0]['id'])
caller.recover_webhook(webhook, since='2026-01-01T00:00:00Z')
header = caller.create_webhook_header(webhook, header_key='X-One', header_value='1')['webhook_header']['id']
caller.delete_webhook_header(webhook, header)
user = caller.create_webhook_user(webhook, user_id=me['id'])['webhook_user']['id']
caller.delete_webhook_user(webhook, user)
caller.delete_webhook(webhook)

# Notifications.
caller.list_notifications(unread=True)
caller.set_notifications_read(until=1)
caller.get_notification_settings()
caller.set_notification_settings(mail='daily')

# Keys, sessions and tokens.
caller.list_api_keys()
key = caller.create_api_key(name='Script', scope='read')['api_key']
caller.delete_api_key(key['id'])
anonymous = Caller(Client(url))
anonymous.get_sign_in_methods()
anonymous.send_forgotten_password(email='nobody@python.example.com')
anonymous.find_token_user(token='none')
anonymous.set_password_by_token(token='none', password='a long password')
anonymous.create_session(email=me['email'], password='a wrong password')
caller.set_password(password='a long password', current_password='none')
caller.list_sessions()
caller.delete_user_session('none')
caller.delete_sessions()
caller.delete_session()
caller.get_confirmation_email(token='none')
caller.get_reset_password_email(token='none')

caller.delete_collection_link(collection, shared['id'])
caller.remove_collection_assets(collection, asset_ids=[asset])
caller.delete_collection(collection)
caller.delete_asset(asset)
caller.remove_user(other['id'], to_user_id=me['id'])
caller.delete_field(group['id'], field['id'])
caller.delete_field_group(group['id'])
show({'missing': sorted(operations - called), 'unknown': sorted(called - operations), 'refusals': refusals})
