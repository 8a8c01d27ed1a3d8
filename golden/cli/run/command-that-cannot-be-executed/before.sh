chmod +x script.sh; chmod -x data.txt
