-- The recipe of docs/editors.md for Neovim without plug-ins, and what it shows of a manifest. `TOOL_COMMAND`: the command, a word a line.
local command = vim.split(vim.env.TOOL_COMMAND, '\n')
table.insert(command, 'lsp')
local results = {}
local ok, problem = pcall(function()
  vim.cmd('edit ' .. vim.env.MANIFEST)
  local id = vim.lsp.start_client({ name = 'tool', cmd = command, root_dir = vim.fn.getcwd() })
  vim.lsp.buf_attach_client(0, id)
  vim.wait(20000, function() return #vim.diagnostic.get(0) > 0 end, 50)
  results.diagnostics = vim.tbl_map(function(found)
    return { code = found.code, line = found.lnum + 1, column = found.col + 1 }
  end, vim.diagnostic.get(0))
  local function ask(method, more)
    local line = vim.fn.search('{DB_USER}', 'w') - 1
    local column = vim.fn.getline(line + 1):find('{DB_USER}', 1, true) + 1
    local at = { textDocument = { uri = vim.uri_from_bufnr(0) }, position = { line = line, character = column } }
    local answer = vim.lsp.buf_request_sync(0, method, vim.tbl_extend('force', at, more or {}), 10000)
    return answer[id].result
  end
  results.hover = ask('textDocument/hover').contents.value
  results.labels = vim.tbl_map(function(item) return item.label end, ask('textDocument/completion').items)
  vim.lsp.util.apply_workspace_edit(ask('textDocument/rename', { newName = 'DB_LOGIN' }), 'utf-16')
  results.text = vim.api.nvim_buf_get_lines(0, 0, -1, false)
end)
if not ok then results.problem = problem end
io.stdout:write('\n' .. vim.fn.json_encode(results) .. '\n')
vim.cmd('qall!')
