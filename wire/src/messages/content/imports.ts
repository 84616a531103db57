/** What an import from LAMB changed or left out, and why. The command line prints the English text. */
export const importMessages = {
  'imports.account_deleted': 'The account was deleted here after the import.',
  'imports.account_exists': 'An account with this e-mail address exists here.',
  'imports.account_exists_choose':
    'An account with this e-mail address exists here. Choose whether to use or skip it (--existing link or skip).',
  'imports.account_linked': 'Uses the existing account. Its password, roles and settings stay as they are.',
  'imports.account_not_imported': 'The account was not imported.',
  'imports.activities_without_key':
    'LTI activities: {count}. Their key is in LAMB’s environment (.env), which is not imported. Set LTI_GLOBAL_SECRET as in LAMB, or LTI_SECRET if LAMB has only that. Until then, an LMS can’t open them.',
  'imports.activity_link_invalid': 'The id of its link is missing or too long.',
  'imports.activity_link_twice': 'An activity with the same link was imported before.',
  'imports.activity_not_imported': 'The activity was not imported.',
  'imports.activity_type_unknown':
    'Its type in LAMB, “{type}”, does not exist here. It is an activity for chats, without the settings, submissions and grades of that type.',
  'imports.address_invalid': 'An invalid address ({setting}) was left out.',
  'imports.address_private':
    '{address} is a private address. A system admin has to save it again, or import with --trust-addresses.',
  'imports.admin_dropped':
    'Was a system admin outside the system organization. System admins belong to it, so the role was dropped.',
  'imports.admin_kept': 'Is a system admin here, as in LAMB.',
  'imports.admin_not_linked': 'System admins sign in here: an LMS must not open their accounts.',
  'imports.answer_cut': 'Its answer was cut after {limit} characters.',
  'imports.assistant_exists_choose':
    'An assistant with this id exists here. Choose whether to skip this one or give it a new id (--on-conflict skip or new-id).',
  'imports.assistant_id_taken': 'Its id is taken here.',
  'imports.assistant_id_twice': 'Another assistant has the same id.',
  'imports.assistant_new_id':
    'Has a new id, because its own is taken here or not valid. Change links and model names that use it.',
  'imports.assistant_not_imported': 'The assistant was not imported.',
  'imports.assistant_of_owner': 'Now belongs to its owner’s organization, as LAMB treated it.',
  'imports.assistant_or_person_not_imported': 'The assistant or the person was not imported.',
  'imports.assistant_owner_is_student': 'Its owner has a student account and can’t edit it.',
  'imports.assistants_missing':
    'Assistants of it that were not imported or belong to another organization: {count}.',
  'imports.chat_assistant_not_imported':
    'Its assistant was not imported, or it is a chat with another model.',
  'imports.chat_unreadable': 'It can’t be read.',
  'imports.chats_readable':
    'Chats of students that teachers can read, because the students agreed to it in LAMB: {readable}. Chats that stay private: {private}.',
  'imports.connector_unknown':
    'The connector “{name}” does not exist here and was replaced with openai. Check its model.',
  'imports.criteria_unreadable': 'Its criteria can’t be read.',
  'imports.deleted_here': 'It was deleted here after the import and is not imported again.',
  'imports.deleted_in_lamb': 'It was deleted in LAMB.',
  'imports.document_owner': 'The owner of the knowledge base can’t add documents.',
  'imports.document_read_again': 'Is read again from {address}.',
  'imports.document_rebuilt': 'The original is missing. Its text is used instead.',
  'imports.educator_not_imported': 'Its educator was not imported.',
  'imports.email_invalid': 'The e-mail address is not valid.',
  'imports.email_missing': 'Without an e-mail address, the person has to link the account again.',
  'imports.email_twice': 'User {id} has the same e-mail address.',
  'imports.environment_missing':
    'Published assistants: {count}. Not set here, but in LAMB’s environment (.env), which is not imported: {settings}. Without LTI_SECRET, an LMS can’t open links to single assistants; without LAMB_BEARER_TOKEN, Open WebUI can’t use them.',
  'imports.file_exists': 'A file with this name exists here.',
  'imports.file_missing': 'Its file is missing.',
  'imports.file_name_invalid': 'Its name is not valid here.',
  'imports.file_not_image': 'It is not an image.',
  'imports.file_not_text': 'Only texts ({types}) are imported.',
  'imports.file_not_yet': 'The file {path} is not here yet. Import again with --static, or upload it.',
  'imports.file_removed': 'The file {path} was not imported and was removed.',
  'imports.file_unreadable': 'It can’t be read, is a link, or is too large.',
  'imports.id_invalid': 'The id is not valid.',
  'imports.id_not_a_number': 'The id is not a number.',
  'imports.images_not_described': 'No model describes images here, so its images are not described.',
  'imports.knowledge_bases_removed': 'Knowledge bases that were not imported were removed: {ids}.',
  'imports.knowledge_server_removed':
    'The knowledge-base server was removed from its settings: knowledge bases are now stored here.',
  'imports.knowledge_store':
    'There are no knowledge stores here. Create a knowledge base with its documents.',
  'imports.knowledge_stores_removed': 'The knowledge stores {ids} can’t be imported and were removed.',
  'imports.knowledge_without_documents':
    'Knowledge bases have no documents yet. Import with --kb-data or --kb to add them.',
  'imports.lamb_name_changed': 'Its name is taken here or not valid, so LAMB’s clients know it as {name}.',
  'imports.libraries_without_files':
    'The files of libraries are not in LAMB’s database. Import with --library-data to add them.',
  'imports.library_files_needed': 'Its file is not in LAMB’s database. Import again with --library-data.',
  'imports.library_is_knowledge_base': 'Is a knowledge base here.',
  'imports.library_not_imported': 'The library was not imported.',
  'imports.library_text_is_file': 'Its item of a library is now the file {path}.',
  'imports.library_text_not_yet':
    'The file {path} is not here yet. Import again with --library-data, or upload it.',
  'imports.listed_twice': 'It is listed twice.',
  'imports.lms_id_invalid': 'The id in the LMS is missing or too long.',
  'imports.lms_id_missing': 'The id in the LMS is missing.',
  'imports.lms_id_twice':
    'Another account has the same id in the LMS and was used later. It is the one that opens.',
  'imports.lti_id_taken': 'Another account of the organization has the same LTI id, so this one has none.',
  'imports.lti_key_invalid': 'The key or its secret is empty or too long.',
  'imports.lti_key_of_installation': 'This installation has a key for activities, which stays.',
  'imports.lti_key_of_organization': 'The organization has a key here.',
  'imports.lti_key_of_other': 'Another organization has this key.',
  'imports.messages_left_out': 'Messages that were left out, such as those of other branches: {count}.',
  'imports.model_permission':
    'There are no permissions for single people and models here. Organizations choose the models they offer.',
  'imports.moved_to_system': 'Had no organization, and is now in the system organization.',
  'imports.no_counterpart': 'Not imported, because there is no counterpart here: {objects} ({count}).',
  'imports.not_saved': 'Could not be saved: {reason}',
  'imports.nul_removed':
    'The character U+0000 can’t be stored and was removed from texts in the table {table} ({count}): {ids}.',
  'imports.old_collection': 'LAMB no longer used this list. Knowledge bases come from --kb-data or --kb.',
  'imports.organization_exists': 'An organization with the slug {slug} exists here.',
  'imports.organization_exists_choose':
    'An organization with the slug {slug} exists here. Choose whether to use or skip it (--existing link or skip).',
  'imports.organization_is_system': '{slug} is the system organization here.',
  'imports.organization_linked':
    'Its members join the existing organization {slug}, whose settings stay as they are.',
  'imports.organization_not_imported': 'The organization was not imported.',
  'imports.organization_settings_unreadable':
    'Its settings could not be read. It starts without model providers.',
  'imports.organization_slug_changed': 'The slug “{slug}” is not valid here and became {newSlug}.',
  'imports.organization_status_unknown': 'Its status is unknown, so it is suspended.',
  'imports.owner_not_imported': 'Its owner was not imported.',
  'imports.owner_with_email_not_imported': 'Its owner {email} was not imported.',
  'imports.password_missing': 'Has no usable password. Send a link to set one.',
  'imports.passwords_in_webui':
    'Some passwords are stored in Open WebUI’s database. Import with --webui to keep them.',
  'imports.person_in_other_organization': 'The person is in another organization than the assistant.',
  'imports.person_not_imported': 'The account it belongs to was not imported.',
  'imports.price_invalid': 'The price is not valid.',
  'imports.prompt_processor_unknown':
    'The prompt processor “{name}” does not exist here and was replaced with simple_augment.',
  'imports.prompt_too_long': 'Its prompt has more than {limit} characters.',
  'imports.provider_missing':
    '{organization} has no model provider “{provider}”. Set it up, so that its assistants can answer ({count}).',
  'imports.publication_name_taken': 'Is not published: the LTI consumer name {name} is taken here.',
  'imports.quota_from_alerts': 'Its cost limit of {limit} USD is from LAMB’s quota alerts.',
  'imports.rag_processor_unknown':
    'The RAG processor “{name}” does not exist here. The assistant answers without material.',
  'imports.renamed': 'Its name is taken here or not valid. It is now {name}.',
  'imports.role_dropped':
    'Had the role {role} in another organization, or one that is unknown here. It was dropped.',
  'imports.rubric_new_id': 'Has a new id, because its own is taken here. Assistants use the new one.',
  'imports.rubric_removed': 'The rubric {id} was not imported and was removed.',
  'imports.session_without_assistant': 'Its assistant was not imported, so it belongs to none.',
  'imports.setting_removed': '{setting} was removed: it can’t be imported.',
  'imports.settings_not_json':
    'Its settings are not valid JSON. As in LAMB, it does not answer until it is saved again.',
  'imports.settings_too_large': 'Its settings are too large.',
  'imports.sign_up_closed': 'Its sign-up key is in use elsewhere or not valid here. Sign-up was closed.',
  'imports.sign_up_open': 'Sign-up stays open and creates educators, as in LAMB.',
  'imports.static_without_users':
    'The folder of --static contains no user folders. It should be LAMB’s static/public.',
  'imports.step_assistants': 'Assistants',
  'imports.step_chats': 'Chats',
  'imports.step_documents': 'Documents',
  'imports.step_files': 'Files',
  'imports.step_lti_students': 'LTI students',
  'imports.step_student_chats': 'Student chats',
  'imports.step_usage': 'Usage',
  'imports.step_users': 'Users',
  'imports.student_chats_in_webui':
    'Chats of students are in Open WebUI’s database. Import with --webui to keep them.',
  'imports.system_settings_kept':
    'The system organization here has model providers of its own, so its settings were not replaced.',
  'imports.table_damaged': 'The table {table} is damaged. Some of its rows were not imported.',
  'imports.test_invalid': 'Its last message is not a question, or it is too long.',
  'imports.test_result_not_imported': 'Its test result was not imported.',
  'imports.test_without_verdict': 'It has no verdict.',
  'imports.text_too_long': '{column} has more than {limit} characters.',
  'imports.too_many_prices': 'There are more than {limit} prices.',
  'imports.too_many_tests': 'The assistant has more than {limit} tests.',
  'imports.tool': 'Tool {number}: {problem}',
  'imports.top_k_changed': 'Its number of passages is not valid and was set to {number}.',
  'imports.usage_left_out': 'Usage of assistants that were not imported was left out.',
  'imports.user_name_missing': 'The user name is missing.',
  'imports.user_settings_unreadable': 'Its settings can’t be read. It starts with the defaults.',
} as const
