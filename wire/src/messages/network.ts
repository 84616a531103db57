/**
 * Calls to other servers. `{host}` starts a text or follows “at” or “to”, so that it can be hidden from people who
 * must not see it.
 */
export const networkMessages = {
  'network.closed_early': '{host} closed the connection before the response was complete',
  'network.compressed': '{host} sent a compressed response, which is not supported',
  'network.connect_timeout': 'Could not connect to {host} within {seconds} s',
  'network.connection_refused': '{host} refused the connection. Check that a server is running there.',
  'network.dns_not_found': 'Host not found: {host}. Check the URL.',
  'network.dns_unavailable': 'The DNS lookup for {host} failed. Try again later.',
  'network.failed': 'The request to {host} failed',
  'network.first_byte_timeout': '{host} did not respond within {seconds} s',
  'network.idle_timeout': '{host} stopped responding: no data for {seconds} s',
  'network.method_not_allowed': 'The method {method} is not supported',
  'network.no_response': 'The server sent no response',
  'network.not_allowed':
    '{host} can’t be reached: it does not exist, or requests to it are not allowed (only public servers on ports 80, 443, 8080 and 8443, unless the operator allows it)',
  'network.not_http': '{host} sent a response that is not HTTP',
  'network.only_text': 'Only text can be sent',
  'network.redirect_unreadable': '{host} redirected to an invalid URL',
  'network.request_invalid': 'The request to {host} is invalid: {reason}',
  'network.response_too_large': '{host} sent a response that is too large (limit: {limit} bytes)',
  'network.tls_failed': 'Could not establish a secure connection to {host} ({reason})',
  'network.too_many_redirects': '{host} redirected too many times (limit: {limit})',
  'network.unreachable': '{host} can’t be reached',
  'network.url_has_credentials': 'The URL of {host} must not contain a user name or password',
  'network.url_invalid': '“{url}” is not a valid http:// or https:// URL',
} as const
