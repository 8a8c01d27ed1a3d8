/** With this variable, AWS's library does not announce on Node 20 which of its versions will need a newer one. */
export const NO_ANNOUNCEMENT = 'AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED';
